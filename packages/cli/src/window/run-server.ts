import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripControl } from '@antiphon/core/ui'
import {
  findConfigFolder,
  findPersonRoots,
  findReadingRoots,
  findSession,
  findStoreUrl,
  homeOf,
  type Io,
  keepAgentsFresh,
  keepViewFresh,
  openStoreCopy,
  ProgramError,
  prepareViewRoots,
  purgeTrash,
  readSettingsFile,
  type StoreCopy,
  tellWeaknesses,
} from '@antiphon/host'
import { findCacheFolder } from '@antiphon/search'
import {
  encodeLogId,
  isLoopback,
  type RunningServer,
  type ServerOptions,
  startServer,
  toLogName,
} from '@antiphon/server'
import type { Roots } from '@antiphon/transcript'
import { writeNotes } from '../command-context.ts'
import { packageFile } from '../package-file.ts'
import { checkAccess, toTrustedProxy } from './check-access.ts'
import { openBrowser } from './open-browser.ts'
import { type ExampleRoot, hasSessions, openExampleRoot } from './open-example-root.ts'

/** What a person asks of the window, as the flags of `antiphon open` say it. */
export type WindowOptions = {
  readonly session?: string
  readonly port?: number
  readonly host?: string
  readonly hostName?: readonly string[]
  readonly trustProxy?: readonly string[]
  readonly identityHeader?: string
  readonly browser: boolean
  readonly json?: true
  /** What agents that ask at `/mcp` are told; the server is for them, and the page only beside it. */
  readonly recall?: NonNullable<ServerOptions['recall']>
}

/** Runs the window until the person ends it; that is how a server ends, so it is no failure. */
export async function runServer(options: WindowOptions, io: Io): Promise<void> {
  await checkAccess(options, io)
  if (findStoreUrl(io) !== null) return runStoreServer(options, io)
  const own = await findPersonRoots(io)
  // Copies are made while the window is open already: nobody waits for other agents' sessions.
  const isNamed = options.session !== undefined
  const { agents } = await findReadingRoots(io, { isFresh: isNamed, hasArchive: isNamed })
  const views = await prepareViewRoots(io, own.roots)
  const { searched, writeRoot } = own
  const roots = [...new Set([...own.roots, ...agents.map(({ root }) => root), ...views])]
  const route = options.session === undefined ? '' : await findRoute(options.session, { roots, io })
  const { settings, problems } = await readSettingsFile(findConfigFolder(io.env, homeOf(io)))
  await writeNotes(io, problems)
  // How long things are kept is not known for certain while the file has faults.
  if (problems.length === 0) await purgeTrash(own.roots, { days: settings.trashDays, now: new Date() })
  const examples = (await hasSessions(roots)) ? null : await openExampleRoot(Date.now())
  void keepAgentsFresh(io, io.signal)
  if (views.length > 0) void keepViewFresh(io, io.signal)
  try {
    await serve(
      { ...options, route, examples, fleet: null },
      { roots: roots.length > 0 ? roots : searched, writeRoot },
      io,
    )
  } finally {
    await examples?.close()
  }
}

/** The window on a team's store: nothing of this machine's own sessions is in it. */
async function runStoreServer(options: WindowOptions, io: Io): Promise<void> {
  const fleet = await openStoreCopy(io)
  try {
    await tellWeaknesses(fleet.store.weaknesses, io)
    const roots = [fleet.root]
    const route = options.session === undefined ? '' : await findRoute(options.session, { roots, io })
    const { problems } = await readSettingsFile(findConfigFolder(io.env, homeOf(io)))
    await writeNotes(io, problems)
    await serve({ ...options, route, examples: null, fleet }, { roots, writeRoot: null }, io)
  } finally {
    await fleet.close()
  }
}

type Served = WindowOptions & {
  readonly route: string
  readonly examples: ExampleRoot | null
  readonly fleet: StoreCopy | null
}

async function serve(
  { route, examples, fleet, ...options }: Served,
  { roots, writeRoot }: Pick<Roots, 'roots' | 'writeRoot'>,
  io: Io,
): Promise<void> {
  // What is said here may be the first where new sessions are written.
  const places = [...roots, ...(writeRoot === null ? [] : [writeRoot]), ...(examples ? [examples.root] : [])]
  const server = await listen({
    roots: [...new Set(places)],
    agents: { env: io.env, cwd: process.cwd() },
    hasExamples: examples !== null,
    fleet,
    hostNames: options.hostName ?? [],
    proxy: toTrustedProxy(options),
    assets: findAssets(),
    cacheFolder: findCacheFolder(io.env, homeOf(io)),
    configFolder: findConfigFolder(io.env, homeOf(io)),
    ...(options.port !== undefined && { port: options.port }),
    ...(options.host !== undefined && { host: options.host }),
    ...(options.recall && { recall: options.recall }),
  })
  try {
    if (options.recall) await greetAgents(server, { options, io })
    else await greet({ url: `${server.url}${route}`, options, io })
    // Anybody on this machine can read with which arguments a browser was started.
    if (options.browser && !options.recall && io.stdout.isTerminal && !options.json)
      openBrowser(`${server.invite()}${route}`, { platform: process.platform, env: io.env })
    if (!io.signal.aborted) await once(io.signal, 'abort')
  } finally {
    await server.close()
  }
}

/** In the package the page lies beside the code, in the source tree where it is built. */
function findAssets(): string {
  const shipped = fileURLToPath(packageFile('web'))
  return existsSync(shipped) ? shipped : fileURLToPath(packageFile('../web/dist'))
}

type Place = { readonly roots: readonly string[]; readonly io: Io }

/** The place in the page, as what follows the token in its link. */
async function findRoute(session: string, { roots, io }: Place): Promise<string> {
  const { path } = await findSession(session, io)
  const name = toLogName(resolve(path), roots)
  if (name) return `&route=/session/${encodeLogId(name)}`
  throw new ProgramError(
    'wrong-use',
    `${stripControl(path)} lies outside of the folders of sessions; \`antiphon show\` reads it.`,
  )
}

async function listen(options: ServerOptions): Promise<RunningServer> {
  try {
    return await startServer(options)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    const advice = ADVICE.get(code)
    if (advice === undefined) throw cause
    throw new ProgramError('wrong-use', advice, { cause })
  }
}

const ADVICE: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'That port is taken. Choose another with --port, or none for a free one.'],
  ['EACCES', 'That port may not be used. Choose one above 1023 with --port.'],
  ['EADDRNOTAVAIL', 'That --host is no address of this machine.'],
  ['ENOTFOUND', 'That --host is no address of this machine.'],
])

type Greeting = { readonly url: string; readonly options: WindowOptions; readonly io: Io }

async function greet({ url, options, io }: Greeting): Promise<void> {
  await io.stdout.write(options.json ? `${JSON.stringify({ url })}\n` : `${url}\n`)
  if (isForOthers(options)) await io.stderr.write(`${WARNING}\n`)
  if (!options.json)
    await io.stderr.write(
      isForOthers(options)
        ? 'The link counts on this machine alone; others sign in with their own token. Ctrl-C ends the server.\n'
        : 'The link is yours alone: it holds the token. Ctrl-C ends the server.\n',
    )
}

/** Where agents ask, and what they show. */
async function greetAgents(
  { origin, token }: RunningServer,
  { options, io }: Pick<Greeting, 'options' | 'io'>,
): Promise<void> {
  const url = `${origin}/mcp`
  const authorization = `Bearer ${token}`
  await io.stdout.write(
    options.json
      ? `${JSON.stringify({ url, headers: { Authorization: authorization } })}\n`
      : `${url}\nAuthorization: ${authorization}\n`,
  )
  if (isForOthers(options)) await io.stderr.write(`${WARNING}\n`)
  if (!options.json) await io.stderr.write(`${LASTING}\n`)
}

const LASTING =
  'The token counts until the server ends, on this machine. One that lasts, or reaches less: `antiphon access add NAME --role reader`. Ctrl-C ends the server.'

function isForOthers({ host }: WindowOptions): boolean {
  return host !== undefined && !isLoopback(host)
}

const WARNING =
  'WARNING: others can reach this server. It lets in those whom `antiphon access list` names, and the connection is not encrypted: put a proxy with TLS before it. A driver runs agents, which run programs on this machine as you.'
