/** The rules of a command line: commas and spaces separate them, except inside and before their parentheses. */
export function splitRules(value: string): readonly string[] {
  const rules = ['']
  let depth = 0
  const parts = value.split(/(\s+|[,()])/).filter(part => part !== '')
  for (const [index, part] of parts.entries()) {
    // `Bash`, split off, would allow more than the `Bash (ls)` that is meant.
    const isBetween = part === ',' || (part.trim() === '' && parts[index + 1] !== '(')
    if (part === '(') depth++
    // One that was never opened stays, so that whoever reads the rule can say so.
    if (part === ')' && depth > 0) depth--
    if (depth === 0 && isBetween) rules.push('')
    else rules[rules.length - 1] += part
  }
  return rules.map(rule => rule.trim()).filter(rule => rule !== '')
}
