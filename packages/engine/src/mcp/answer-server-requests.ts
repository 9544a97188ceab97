import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JsonObject } from '@antiphon/contract'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  type ClientCapabilities,
  CreateMessageRequestSchema,
  type CreateMessageResult,
  ElicitRequestSchema,
  type ElicitResult,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { orElse } from '../files/or-else.ts'
import type { OnSampling } from './answer-sampling.ts'
import { boundServerText, toServerLine } from './clean-server-text.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

/** What a server wants to know from the person, in the words of the host's SDK. */
export type ElicitationRequest = {
  readonly serverName: string
  readonly message: string
  readonly mode: 'form' | 'url'
  readonly url?: string
  readonly elicitationId?: string
  /** JSON Schema of the answer, where it is a form. */
  readonly requestedSchema?: JsonObject
}

export type ElicitationAnswer = {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: JsonObject
}

/** Asks the person for a server; null where nobody wants to answer. */
export type OnElicitation = (
  request: ElicitationRequest,
  signal: AbortSignal,
) => Promise<ElicitationAnswer | null>

export type ServerRequestOptions = {
  readonly name: string
  readonly cwd: string
  /** The folders that the person works in; `cwd` alone unless told. */
  readonly roots?: (() => readonly string[]) | undefined
  /** Lets servers ask the model; without it they are told that they cannot. */
  readonly onSampling?: OnSampling | undefined
  /** Hears what a server logs. */
  readonly onLog?: ((line: string) => void) | undefined
  readonly onElicitation?: OnElicitation | undefined
  readonly onError: (error: Error) => void
}

/** What a server may ask us for. */
export function toClientCapabilities({ onSampling }: ServerRequestOptions): ClientCapabilities {
  return {
    roots: {},
    // What a person leaves out has the value that the server proposed.
    elicitation: { form: { applyDefaults: true }, url: {} },
    ...(onSampling && { sampling: {} }),
  }
}

/** Answers a server that asks where it works, or something for the person; without a person it is declined. */
export function answerServerRequests(client: Client, options: ServerRequestOptions): void {
  const { name, cwd, roots = () => [cwd], onElicitation, onSampling, onLog, onError } = options
  const inTurn = createQuestionQueue(() =>
    onError(new Error('it asks too much; some questions were declined')),
  )
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: roots().map(folder => ({ uri: pathToFileURL(folder).href, name: basename(folder) })),
  }))
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params: { level, data, logger } }) => {
    const words = typeof data === 'string' ? data : (orElse(() => JSON.stringify(data), '') ?? '')
    onLog?.(toServerLine(`${level}${logger === undefined ? '' : ` ${logger}`}: ${words}`))
  })
  if (onSampling)
    client.setRequestHandler(CreateMessageRequestSchema, async ({ params }, { signal }) => {
      const result = await inTurn(() => onSampling({ serverName: name, params }, signal))
      if (result === null) throw new Error('it asks too much')
      // The SDK checks what a server is told.
      return result as CreateMessageResult
    })
  client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }) => {
    const { message } = params
    const question =
      params.mode === 'url'
        ? { mode: 'url' as const, url: params.url, elicitationId: params.elicitationId }
        : // A schema is JSON.
          { mode: 'form' as const, requestedSchema: params.requestedSchema as JsonObject }
    const words = boundServerText(message)
    const answer = await inTurn(async () =>
      signal.aborted
        ? null
        : ((await onElicitation?.({ serverName: name, message: words, ...question }, signal)) ?? null),
    )
    // The SDK checks the person's answer against what a server may be told.
    return (answer ?? { action: 'decline' }) as ElicitResult
  })
}

/** Asks the questions of one server one after the other; null for those that are too many to wait. */
export function createQuestionQueue(onTooMany: () => void): <T>(ask: () => Promise<T>) => Promise<T | null> {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async ask => {
    if (waiting >= MCP_LIMITS.questions) {
      onTooMany()
      return null
    }
    waiting += 1
    const asked = last.then(ask)
    last = asked.catch(() => undefined)
    try {
      return await asked
    } finally {
      waiting -= 1
    }
  }
}
