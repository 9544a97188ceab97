import { type Io, ProgramError, STORE_EXAMPLE, STORE_VARIABLE } from '@antiphon/host'

/** A command line without `--store`, and the world as the command shall see it. */
export type StoreChoice = {
  readonly argv: readonly string[]
  readonly io: Io
  /** What the person has to know before the command runs. */
  readonly note: string | null
}

/** What help says of the flag, at each command that knows it. */
export const STORE_OPTION: readonly [flags: string, description: string] = [
  '--store <url>',
  `sessions of the team's PostgreSQL or NATS instead of this machine's files (default: ${STORE_VARIABLE})`,
]

/** Commands whose sessions may lie in a store, the empty one being the window; what is not here works on the files of this machine. */
export const STORE_COMMANDS: ReadonlySet<string> = new Set([
  ...['-p', '', 'open', 'chat', 'doctor'],
  ...['ls', 'show', 'diff', 'api', 'trace', 'tail', 'export', 'search', 'usage'],
  ...['store', 'sync', 'pull'],
])

/** Takes `--store` off a command line: it counts as if the variable had been set for this command. */
export function chooseStore(argv: readonly string[], command: string, io: Io): StoreChoice {
  const { rest, url } = takeFlag(argv)
  const isKnown = STORE_COMMANDS.has(command)
  if (url !== undefined && !isKnown)
    throw new ProgramError(
      'wrong-use',
      `\`antiphon ${command}\` knows no store yet. \`antiphon pull SESSION --store …\` makes a session a file of this machine.`,
    )
  if (url !== undefined)
    return { argv: rest, io: { ...io, env: { ...io.env, [STORE_VARIABLE]: url } }, note: null }
  if (isKnown || !io.env[STORE_VARIABLE]) return { argv, io, note: null }
  const { [STORE_VARIABLE]: _, ...env } = io.env
  const isAboutSessions = !SILENT.has(command)
  return {
    argv,
    io: { ...io, env },
    note: isAboutSessions
      ? `\`antiphon ${command}\` knows no store yet: it works on the files of this machine, not on ${STORE_VARIABLE}.`
      : null,
  }
}

const SILENT: ReadonlySet<string> = new Set([
  ...['completion', 'man', 'demo', 'simulate', 'stream', 'help'],
  ...['access'],
])

function takeFlag(argv: readonly string[]): { readonly rest: readonly string[]; readonly url?: string } {
  const end = argv.indexOf('--')
  const index = argv.findIndex(
    (word, place) => (end === -1 || place < end) && (word === FLAG || word.startsWith(`${FLAG}=`)),
  )
  if (index === -1) return { rest: argv }
  const word = argv[index] ?? ''
  const isJoined = word !== FLAG
  const url = isJoined ? word.slice(FLAG.length + 1) : argv[index + 1]
  if (!url) throw new ProgramError('wrong-use', `--store needs the address of a store: ${STORE_EXAMPLE}.`)
  return { rest: argv.toSpliced(index, isJoined ? 1 : 2), url }
}

const FLAG = '--store'
