/** True for a command line that talks to the agent, as `claude -p …` does; programs that drive it leave out the `-p`. */
export function isPrint(argv: readonly string[], commands: readonly string[]): boolean {
  if (commands.includes(argv[0] ?? '')) return false
  const end = argv.indexOf('--')
  const before = end === -1 ? argv : argv.slice(0, end)
  if (before.some(argument => /^(?:-p|--print)(?:=|$)/.test(argument))) return true
  return (
    before[0]?.startsWith('-') === true &&
    before.some(argument => /^--(?:in|out)put-format(?:=|$)/.test(argument))
  )
}
