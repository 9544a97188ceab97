/** What the help of a command says of its exit codes; empty where a command only succeeds or fails. */
export function formatExitCodes(command: string): string {
  const found = FOUND[command]
  if (found === undefined) return ''
  return [
    '',
    'Exit codes:',
    '  0    all went well',
    `  1    ${found}`,
    '  2    wrong use, or an input that cannot be read',
    '  130  interrupted, 143 told to end',
  ].join('\n')
}

/** When a command ends with 1. */
const FOUND: Readonly<Record<string, string>> = {
  antiphon: 'a check found a problem, a search found nothing, or a turn ended in an error',
  'antiphon -p': 'the turn ended in an error',
  api: '--check found a rule that the API would refuse it by',
  doctor: '--check found a problem, or a repair was refused',
  export: 'a session is no training data',
  search: 'nothing was found',
}
