# Installs Git for Windows with Git LFS, which its setup brings.
param(
    [Parameter(Mandatory)] [string] $Setup,
    [Parameter(Mandatory)] [string] $Folder
)
$ErrorActionPreference = 'Stop'

# A window program: PowerShell would not wait for it.
$options = '/VERYSILENT', '/SUPPRESSMSGBOXES', '/NORESTART', '/NOCANCEL', '/SP-', '/COMPONENTS=gitlfs', "/DIR=$Folder"
$process = Start-Process -FilePath $Setup -ArgumentList $options -Wait -PassThru
if ($process.ExitCode -ne 0) { throw "The setup of Git ended with $($process.ExitCode)." }
Remove-Item -Path $Setup

# Sources with deep folders do not check out otherwise.
& "$Folder\cmd\git.exe" config --system core.longpaths true
if ($LASTEXITCODE -ne 0) { throw "git config ended with $LASTEXITCODE." }
& "$Folder\cmd\git.exe" lfs install --system --skip-repo
if ($LASTEXITCODE -ne 0) { throw "git lfs ended with $LASTEXITCODE." }
