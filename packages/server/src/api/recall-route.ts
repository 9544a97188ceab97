import type { RecallContext, ScopeWish } from '@antiphon/recall'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Doorkeeper } from '../access/doorkeeper.ts'
import { isRefusal, refuse } from '../guard/refusal.ts'
import { API_HEADERS } from '../guard/security-headers.ts'
import { createBoundary } from '../logs/boundary.ts'
import { respondRefusal } from './answers.ts'
import { describeFailure } from './describe-failure.ts'

/** Answers agents' questions about past sessions, as MCP over HTTP. */
export interface RecallRoute {
  answer(context: Context): Promise<Response>
  close(): Promise<void>
}

/** What agents are told, beside what whoever asks may see. */
export type RecallWish = { readonly scope: ScopeWish; readonly isRedacting: boolean }

export type RecallRouteOptions = {
  readonly roots: readonly string[]
  /** Where the index may be; it is only read here. */
  readonly cacheFolder: string | null
  readonly usageCache: string | null
  readonly door: Doorkeeper
  /** Brings the index up to date. */
  readonly freshen: () => void
  readonly wish: RecallWish
}

/** A token is asked for with each request; the cookie of the page counts for nothing here, so that no page can ask. */
export function createRecallRoute(options: RecallRouteOptions): RecallRoute {
  const { roots, cacheFolder, usageCache, door, freshen, wish } = options
  let opened: ReturnType<typeof load> | undefined
  let running = 0

  // The protocol's library is loaded by the first agent that asks: a window without one does not wait for it.
  async function load() {
    const { answerRecallRequest, createProjectFolders, openRecallSource } = await import('@antiphon/recall')
    const source = openRecallSource(roots, { cacheFolder, usageCache })
    return { answerRecallRequest, source, folders: createProjectFolders(roots) }
  }

  async function answer(context: Context): Promise<Response> {
    const bearer = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    const { incoming }: HttpBindings = context.env // the adapter's
    const caller = await door.identify(incoming, { bearer, cookie: undefined })
    if (isRefusal(caller)) return respondRefusal(context, caller)
    if (running >= MOST_AT_ONCE) return respondRefusal(context, refuse(503, BUSY))
    const isInside = createBoundary(roots)
    const isShown = (path: string): boolean => caller.reach.hasPath(path) && isInside(path)
    opened ??= load()
    const { answerRecallRequest, source, folders } = await opened
    const open = async (signal: AbortSignal): Promise<RecallContext> => {
      freshen()
      return {
        ...{ source, folders, isShown, wish: wish.scope, now: Date.now() },
        ...{ isRedacting: wish.isRedacting, signal: AbortSignal.any([signal, context.req.raw.signal]) },
        describeFailure,
      }
    }
    running += 1
    try {
      const answered = await answerRecallRequest(context.req.raw, open)
      for (const [name, value] of Object.entries(API_HEADERS)) answered.headers.set(name, value)
      return answered
    } finally {
      running -= 1
    }
  }

  return { answer, close: async () => (await opened)?.source.search.close() }
}

const MOST_AT_ONCE = 8
const BUSY = 'Too many agents ask at once. Ask again in a moment.'
