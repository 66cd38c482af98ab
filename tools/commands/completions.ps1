# Completion of arbiter in PowerShell: arbiter completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName arbiter -ScriptBlock {
    param($word, $line, $cursor)
    $words = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -le $cursor } |
        ForEach-Object { if ($null -ne $_.Value) { "$($_.Value)" } else { "$_" } })
    # Before 7.3, an empty argument is not passed to a program unless it is quoted.
    if (-not $word) { $words += if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' } }
    $program, $words = $words
    $kind, $candidates = & $program __complete @words 2>$null
    if ($kind -eq 'files') { return } # PowerShell completes file names
    foreach ($candidate in $candidates) {
        $value, $text = $candidate -split "`t", 2
        if (-not $value.StartsWith($word)) { continue }
        if (-not $text) { $text = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $text)
    }
}
