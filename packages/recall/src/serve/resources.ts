import { oneLine } from '@antiphon/core/ui'
import { type ListedFile, readSessionSummary } from '@antiphon/transcript'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { RecallError } from '../recall-error.ts'
import { parseSessionLink } from '../session-link.ts'
import { findItem, findLog, linkOf, readSessionLog } from '../source/session-log.ts'
import { withoutSecrets } from '../told/secret-keeper.ts'
import { readWindow } from '../told/session-window.ts'
import { type RecallContext, readScope } from '../tools/recall-tool.ts'
import type { OpenContext } from './create-recall-server.ts'
import { formatMarkdown } from './format-markdown.ts'
import { toPlainJson } from './plain-json.ts'

/** Sessions as resources: listed page by page, the newest first, and read as Markdown of bounded size. */
export function addResources(server: Server, open: OpenContext): void {
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, { signal }) =>
    listPage(await open(signal), params?.cursor),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({ resourceTemplates: TEMPLATES }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, { signal }) => {
    try {
      const text = await readMarkdown(params.uri, await open(signal))
      return { contents: [{ uri: params.uri, mimeType: MARKDOWN, text: toPlainJson(text) }] }
    } catch (error) {
      if (error instanceof RecallError)
        throw new McpError(RESOURCE_NOT_FOUND, error.message, { uri: params.uri })
      throw error
    }
  })
}

const MARKDOWN = 'text/markdown'
// The protocol's own code for it, which the library has no name for.
const RESOURCE_NOT_FOUND = -32002

const TEMPLATES = [
  {
    uriTemplate: 'antiphon://session/{id}',
    name: 'session',
    title: 'A past session',
    description: 'A session from its beginning, as Markdown, as much as fits into 8,000 tokens.',
    mimeType: MARKDOWN,
  },
  {
    uriTemplate: 'antiphon://session/{id}#{message}',
    name: 'session-around-message',
    title: 'A past session around a message',
    description: 'What stands around a message, as links of tools name it.',
    mimeType: MARKDOWN,
  },
]

const PAGE = 50

async function listPage(context: RecallContext, cursor: string | undefined) {
  const { projects } = await readScope(context)
  const files = projects
    .flatMap(project => project.files)
    .sort((one, other) => other.modifiedAt - one.modifiedAt || (one.path < other.path ? -1 : 1))
  const start = cursor === undefined ? 0 : findStart(files, cursor)
  const page = files.slice(start, start + PAGE)
  const last = page.at(-1)
  return {
    resources: await Promise.all(page.map(file => describe(file, context))),
    ...(last && start + PAGE < files.length && { nextCursor: toCursor(last) }),
  }
}

/** A page goes on behind a file, so that sessions which come meanwhile move nothing. */
function toCursor({ modifiedAt, path }: ListedFile): string {
  return Buffer.from(JSON.stringify([modifiedAt, linkOf(path)])).toString('base64url')
}

function findStart(files: readonly ListedFile[], cursor: string): number {
  try {
    const [at, link] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const same = files.findIndex(file => linkOf(file.path) === link)
    if (same !== -1) return same + 1
    const next = files.findIndex(({ modifiedAt }) => modifiedAt < Number(at))
    if (typeof link === 'string') return next === -1 ? files.length : next
  } catch {
    // It is told below.
  }
  throw new McpError(ErrorCode.InvalidParams, 'That cursor is none of this server. List from the beginning.')
}

async function describe(file: ListedFile, { isRedacting }: RecallContext) {
  const summary = await readSessionSummary(file).catch(() => undefined)
  const isRead = summary && summary.kind !== 'problem'
  const { answer: title } = await withoutSecrets(isRedacting, async keeper =>
    keeper.text(isRead ? (summary.title?.text ?? '') : ''),
  )
  return {
    uri: linkOf(file.path),
    name: oneLine(title, 100) || linkOf(file.path),
    ...(isRead && summary.cwd && { description: oneLine(summary.cwd, 200) }),
    mimeType: MARKDOWN,
    annotations: { lastModified: new Date(file.modifiedAt).toISOString() },
  }
}

async function readMarkdown(uri: string, context: RecallContext): Promise<string> {
  const { source, signal, isRedacting } = context
  const link = uri.startsWith('antiphon://') ? parseSessionLink(uri) : null
  if (!link) throw new RecallError(`${uri} names no session. It looks like antiphon://session/ID.`)
  const scope = await readScope(context)
  const path = await findLog(link, { roots: source.roots, accepts: scope.accepts })
  const log = await readSessionLog(path, signal)
  const at = link.place === undefined ? null : findItem(log, link.place)
  if (link.place !== undefined && at === null)
    throw new RecallError(`${linkOf(path)} holds no message ${link.place}.`)
  const { answer } = await withoutSecrets(isRedacting, async keeper =>
    readWindow(log, {
      ...{
        at,
        direction: at === null ? 'after' : 'around',
        tokens: RESOURCE_TOKENS,
        keeper,
        hasThinking: false,
      },
    }),
  )
  return formatMarkdown(linkOf(path), answer)
}

const RESOURCE_TOKENS = 8_000
