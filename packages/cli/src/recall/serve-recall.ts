import { resolve } from 'node:path'
import { type Io, ProgramError } from '@antiphon/host'
import { type ScopeWish, serveRecallOverStdio } from '@antiphon/recall'
import { indexAfterAnswer } from '../search/index-after-answer.ts'

/** What a person asks of `antiphon mcp serve`. */
export type ServeRecallOptions = {
  readonly cwd: string
  readonly allProjects?: true
  readonly project?: readonly string[]
  /** False where secrets are told as they stand. */
  readonly redact?: boolean
  /** Over HTTP instead of standard input and output. */
  readonly http?: true
  readonly port?: number
  readonly json?: true
}

/** Serves past sessions to agents. */
export async function serveRecall(options: ServeRecallOptions, io: Io): Promise<void> {
  if (options.http) return serveOverHttp(options, io)
  if (options.port !== undefined || options.json)
    throw new ProgramError(
      'wrong-use',
      '--port and --json are for --http. Standard input and output have neither.',
    )
  return serveOverStdio(options, io)
}

/** Whoever asks over HTTP is in no folder: unless told, everything that they may see is told. */
async function serveOverHttp(options: ServeRecallOptions, io: Io): Promise<void> {
  const { runServer } = await import('../window/run-server.ts')
  const { port, json, redact } = options
  await runServer(
    {
      browser: false,
      ...(port !== undefined && { port }),
      ...(json && { json }),
      recall: { scope: toWish(options) ?? { kind: 'all' }, isRedacting: redact !== false },
    },
    io,
  )
}

async function serveOverStdio(options: ServeRecallOptions, io: Io): Promise<void> {
  const wish = toWish(options)
  // Whoever typed it sees that nothing is wrong; clients keep it with their logs.
  await io.stderr.write(
    `Past sessions over standard input and output, for MCP clients. ${tellWish(options)}\n`,
  )
  let freshenedAt = Number.NEGATIVE_INFINITY
  await serveRecallOverStdio({
    ...{ io, cwd: options.cwd, isRedacting: options.redact !== false },
    ...(wish && { wish }),
    async onAnswered({ search }) {
      if (performance.now() - freshenedAt < FRESH_MS) return
      freshenedAt = performance.now()
      await indexAfterAnswer(search, await search.status(), io)
    },
  })
}

const FRESH_MS = 30_000

/** What the person names; nothing where the folder and the client decide. */
function toWish({ allProjects, project, cwd }: ServeRecallOptions): ScopeWish | null {
  if (allProjects) return { kind: 'all' }
  if (!project) return null
  return { kind: 'directories', directories: project.map(path => resolve(cwd, path)) }
}

function tellWish({ allProjects, project, cwd }: ServeRecallOptions): string {
  if (allProjects) return 'Told is every project.'
  return `Told is what was done in ${project?.join(', ') ?? `${cwd} and in the client's roots`}.`
}
