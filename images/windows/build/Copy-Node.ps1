# Copies the highest Node of the agent package, at least 20, for the supervisor. A copy, not a link: an update of the agent
# renames `externals`, which a node.exe running from there would block.
param(
    [Parameter(Mandatory)] [string] $Externals,
    [Parameter(Mandatory)] [string] $Folder
)
$ErrorActionPreference = 'Stop'

$newest = Get-ChildItem -Path $Externals -Directory -Filter 'node*' |
    ForEach-Object { Join-Path -Path $_.FullName -ChildPath 'bin\node.exe' } |
    Where-Object { Test-Path -Path $_ } |
    ForEach-Object { [pscustomobject] @{ File = $_; Version = [version] (& $_ --version).TrimStart('v') } } |
    Where-Object { $_.Version.Major -ge 20 } |
    Sort-Object -Property Version |
    Select-Object -Last 1
if ($null -eq $newest) { throw "The agent package has no Node 20 or newer in $Externals." }

New-Item -ItemType Directory -Force -Path $Folder | Out-Null
Copy-Item -Path $newest.File -Destination (Join-Path -Path $Folder -ChildPath 'node.exe')
Write-Output "The supervisor runs with Node $($newest.Version)."
