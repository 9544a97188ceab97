import { fileURLToPath } from 'node:url'
import type { Io } from '@antiphon/host'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { openPersonRecall } from '../open-recall.ts'
import { createProjectFolders } from '../scope/project-folders.ts'
import type { ScopeWish } from '../scope/recall-scope.ts'
import type { RecallSource } from '../source/recall-source.ts'
import { createRecallServer } from './create-recall-server.ts'
import { watchRequests } from './pending-requests.ts'

export type ServeStdioOptions = {
  readonly io: Io
  /** Where the client works, as far as the process knows: what it announces as roots comes to it. */
  readonly cwd: string
  /** What the person who started the server lets it tell; the project of `cwd` and the client's roots unless told. */
  readonly wish?: ScopeWish
  readonly isRedacting: boolean
  /** Called after an answer, to bring the index up to date. */
  readonly onAnswered?: (source: RecallSource) => Promise<void>
}

/** Serves MCP over standard input and output until the client closes them. */
export async function serveRecallOverStdio({
  io,
  cwd,
  wish,
  isRedacting,
  onAnswered,
}: ServeStdioOptions): Promise<void> {
  let opened: Promise<{ source: RecallSource; folders: ReturnType<typeof createProjectFolders> }> | undefined
  let announced: readonly string[] | undefined
  const open = (): NonNullable<typeof opened> => {
    opened ??= openPersonRecall(io).then(source => ({ source, folders: createProjectFolders(source.roots) }))
    return opened
  }
  const server = createRecallServer(async signal => {
    const { source, folders } = await open()
    announced ??= wish ? [] : await askForRoots(server)
    const directories = { kind: 'directories' as const, directories: [cwd, ...announced] }
    if (onAnswered) void onAnswered(source).catch(() => undefined)
    return { source, folders, wish: wish ?? directories, isRedacting, now: Date.now(), signal }
  })
  server.server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    announced = undefined
  })
  const transport = new StdioServerTransport(io.stdin)
  await server.connect(transport)
  const requests = watchRequests(transport)
  const closed = new Promise<void>(resolve => {
    server.server.onclose = resolve
    for (const event of ['end', 'close']) io.stdin.once(event, () => void requests.settled().then(resolve))
    io.signal.addEventListener('abort', () => resolve())
    io.onClosedOutput(resolve)
  })
  await closed
  await server.close()
  await opened?.then(({ source }) => source.search.close()).catch(() => undefined)
}

/** The folders that the client works in; none where it does not tell. */
async function askForRoots(server: McpServer): Promise<readonly string[]> {
  if (!server.server.getClientCapabilities()?.roots) return []
  const told = await server.server.listRoots(undefined, { timeout: PATIENCE_MS }).catch(() => ({ roots: [] }))
  return told.roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)]
    } catch {
      return []
    }
  })
}

const PATIENCE_MS = 3_000
