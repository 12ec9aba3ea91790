# Unpacks an archive. tar.exe takes zip files too, and is many times faster than Expand-Archive, which also ends at 260 characters.
param(
    [Parameter(Mandatory)] [string] $File,
    [Parameter(Mandatory)] [string] $Folder
)
$ErrorActionPreference = 'Stop'

New-Item -ItemType Directory -Force -Path $Folder | Out-Null
tar.exe -x -f $File -C $Folder
if ($LASTEXITCODE -ne 0) { throw "$File could not be unpacked: tar ended with $LASTEXITCODE." }
Remove-Item -Path $File
