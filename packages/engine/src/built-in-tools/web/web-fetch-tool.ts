import { z } from 'zod'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import type { FetchedPage } from './fetch-page.ts'
import { parseFetchUrl } from './parse-fetch-url.ts'

export type WebFetchOptions = {
  /** Answers a question about a page, usually a small model; without it the model reads the page itself. */
  readonly summarize?: (request: SummaryRequest) => Promise<string>
  /** Also fetch from this machine and its network. */
  readonly allowPrivateAddresses?: boolean
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

type SummaryRequest = {
  readonly url: string
  readonly text: string
  readonly prompt: string
  readonly signal: AbortSignal
}

/** Fetches a page and answers a question about it. Remembers pages for a quarter of an hour. */
export function createWebFetchTool(options: WebFetchOptions = {}): AgentTool {
  const {
    allowPrivateAddresses = false,
    timeoutMs = 60_000,
    maxBytes = 10 * 1024 * 1024,
    summarize,
  } = options
  const cache = createPageCache()

  async function load(url: URL, context: ToolContext): Promise<FetchedPage | ToolOutcome> {
    const known = cache.get(url.href, context.now().getTime())
    if (known) return known
    const limits = { allowPrivateAddresses, timeoutMs, maxBytes, maxUnits: PAGE_UNITS }
    // With the clients and parsers that only a page needs.
    const { fetchPage } = await import('./fetch-page.ts')
    const result = await fetchPage(url, { ...limits, signal: context.signal })
    if (result.kind === 'problem') return toErrorOutcome(result.problem)
    if (result.kind === 'moved') return describeMove(url, result)
    cache.set(url.href, result.page, context.now().getTime())
    return result.page
  }

  async function run(url: URL, prompt: string, context: ToolContext): Promise<ToolOutcome> {
    const startedAt = context.now().getTime()
    const page = await load(url, context)
    if ('content' in page) return page
    const result = await answer(page, prompt, { summarize, signal: context.signal })
    const { bytes, code, codeText } = page
    const durationMs = context.now().getTime() - startedAt
    return { content: result, data: { bytes, code, codeText, result, durationMs, url: url.href } }
  }

  return defineTool({
    name: 'WebFetch',
    description: DESCRIPTION,
    schema: SCHEMA,
    prepare(input, context) {
      const url = parseFetchUrl(input.url, { allowPrivateAddresses })
      if ('problem' in url) return url
      return prepareCall('WebFetch', {
        input: { ...input, url: url.href },
        shown: input,
        access: { kind: 'fetch', url: url.href },
        isConcurrencySafe: true,
        work: () => run(url, input.prompt, context),
      })
    },
  })
}

const SCHEMA = z.object({
  url: z.string().describe('The whole address of the page'),
  prompt: z.string().min(1).describe('What you want to know from it'),
})

const DESCRIPTION = `Fetches a page from the web as text and answers your question about it.

HTML becomes Markdown; JSON and other text stay as they are; what is no text is refused. A page that has moved to another host is not followed: you are told where it is and call again. Pages behind a login cannot be fetched. Prefer a tool made for the purpose, such as gh for GitHub, where there is one.`

// The page as it is remembered, as a summariser reads it, and as the model reads it.
const PAGE_UNITS = 200_000
const SUMMARIZED_UNITS = 100_000
const SHOWN_UNITS = 50_000

async function answer(
  { url, text }: FetchedPage,
  prompt: string,
  { summarize, signal }: { readonly summarize: WebFetchOptions['summarize']; readonly signal: AbortSignal },
): Promise<string> {
  if (!summarize) return show(text)
  try {
    const summary = await summarize({ url, text: text.slice(0, SUMMARIZED_UNITS), prompt, signal })
    if (summary.trim() !== '') return show(summary)
    return `(No answer came for the question; this is the page.)\n\n${show(text)}`
  } catch (error) {
    if (signal.aborted) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return `(The question could not be put to the page: ${reason}. This is its text.)\n\n${show(text)}`
  }
}

function show(text: string): string {
  if (text.trim() === '') return '(The page has no text.)'
  if (text.length <= SHOWN_UNITS) return text
  return `${text.slice(0, SHOWN_UNITS).replace(/[\ud800-\udbff]$/, '')}\n\n[The page goes on; only its first ${SHOWN_UNITS} characters are shown.]`
}

function describeMove(
  url: URL,
  move: { readonly to: string; readonly code: number; readonly codeText: string },
): ToolOutcome {
  const { to, code, codeText } = move
  const result = `${url.href} has moved to another host (${code} ${codeText}): ${to}\n\nIt was not followed. Call WebFetch again with that address if you want it.`
  return { content: result, data: { bytes: 0, code, codeText, result, durationMs: 0, url: url.href } }
}

/** Keeps the last pages for a quarter of an hour, not more than a few. */
function createPageCache() {
  const pages = new Map<string, { readonly page: FetchedPage; readonly fetchedAt: number }>()
  return {
    get(url: string, now: number): FetchedPage | undefined {
      const entry = pages.get(url)
      if (entry && now - entry.fetchedAt < MAX_AGE_MS && now >= entry.fetchedAt) return entry.page
      pages.delete(url)
      return undefined
    },
    set(url: string, page: FetchedPage, now: number): void {
      pages.delete(url)
      pages.set(url, { page, fetchedAt: now })
      for (const oldest of pages.keys()) {
        if (pages.size <= MAX_PAGES) break
        pages.delete(oldest)
      }
    },
  }
}

const MAX_AGE_MS = 15 * 60_000
const MAX_PAGES = 50
