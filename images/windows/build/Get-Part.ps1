# Downloads one part of the image, and compares it with the checksum that pins.json has for it.
param(
    [Parameter(Mandatory)] [string] $Url,
    [Parameter(Mandatory)] [string] $File,
    # Empty while unresolved: the version in the address is then all that pins the part.
    [string] $Sha256
)
$ErrorActionPreference = 'Stop'

$folder = Split-Path -Parent -Path $File
if ($folder) { New-Item -ItemType Directory -Force -Path $folder | Out-Null }
# Invoke-WebRequest keeps the whole file in memory.
curl.exe --fail --location --silent --show-error --retry 3 --output $File $Url
if ($LASTEXITCODE -ne 0) { throw "$Url could not be downloaded: curl ended with $LASTEXITCODE." }

$actual = (Get-FileHash -Algorithm SHA256 -Path $File).Hash
if (-not $Sha256) {
    Write-Warning "$Url is pinned by its version alone; it has SHA-256 $actual."
} elseif ($actual -ne $Sha256) {
    Remove-Item -Path $File
    throw "$Url has SHA-256 $actual, but pins.json expects $Sha256."
}
