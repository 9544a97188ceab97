/** One query of a command line's arguments: an argument with blanks is a phrase, as the shell's quotes say, unless it is a query by itself. */
export function toQueryText(argv: readonly string[]): string {
  return argv.map(argument => (isPhrase(argument) ? `"${argument}"` : argument)).join(' ')
}

function isPhrase(argument: string): boolean {
  return /\s/.test(argument) && !IS_QUERY.test(argument)
}

const IS_QUERY =
  /"|(?:^|\s)-\S|(?:^|\s)(?:project|session|role|tool|model|branch|before|after|is|kind|context):/i
