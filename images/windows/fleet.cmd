@"C:\azp\node\node.exe" "C:\azp\fleet.js" %*
