import { isObject } from '@antiphon/contract'
import { readString } from '@antiphon/core/message'
import { mergeUsage, toUsageSum, type UsageSum } from '@antiphon/core/usage'
import { type Provider, ProviderError } from '@antiphon/engine'
import { PLATFORM_PROVIDERS } from '../session/find-provider-name.ts'
import type { SeenRequest } from '../session/trace-session.ts'

export type ObserveOptions = {
  /** Milliseconds of the epoch, parts of them included. */
  readonly now: () => number
  readonly onRequest: (seen: SeenRequest) => void
}

/** The provider, with each of its requests told: how long it took, what it used, why it failed. It changes and holds up nothing. */
export function observeProvider(provider: Provider, { now, onRequest }: ObserveOptions): Provider {
  let failures = 0
  return {
    platform: provider.platform,
    name: provider.name,
    async *stream(request, options) {
      const watch = createRequestWatch()
      const startMs = now()
      let firstMs: number | undefined
      let error: SeenRequest['error']
      let isOver = false
      const told = {
        ...options,
        onRequestId(id: string) {
          watch.named(id)
          options.onRequestId?.(id)
        },
      }
      try {
        for await (const event of provider.stream(request, told)) {
          firstMs ??= now() - startMs
          watch.take(event)
          yield event
        }
        isOver = true
      } catch (thrown) {
        error = toRequestError(thrown)
        isOver = true
        throw thrown
      } finally {
        failures = error ? failures + 1 : 0
        const interrupted = isOver ? undefined : INTERRUPTED
        const failure = error ?? interrupted
        onRequest({
          startMs,
          endMs: now(),
          ...(firstMs !== undefined && { firstChunkMs: firstMs }),
          provider: PLATFORM_PROVIDERS[provider.platform],
          requestModel: String(request.model),
          ...watch.told(),
          ...(failure && { error: failure }),
          attempt: error ? failures : 1,
        })
      }
    },
  }
}

const INTERRUPTED = { type: 'interrupted', message: 'Nobody waited for the answer any more.' } as const

/** A kind of failure with few values: HTTP status, or the provider's own code. */
function toRequestError(thrown: unknown): NonNullable<SeenRequest['error']> {
  if (!(thrown instanceof ProviderError))
    return { type: '_OTHER', message: thrown instanceof Error ? thrown.message : String(thrown) }
  const { code, status, errorType, message } = thrown
  return {
    type: errorType ?? (status === undefined ? code : String(status)),
    message,
    ...(status !== undefined && { status }),
  }
}

/** Reads from one stream who answered, why it ended and what it used. */
function createRequestWatch() {
  let model: string | undefined
  let id: string | undefined
  let stopReason: string | undefined
  let usage: UsageSum | null = null
  let requestId: string | undefined
  return {
    named(name: string): void {
      requestId = name
    },
    take(event: unknown): void {
      if (!isObject(event)) return
      if (event.type === 'message_start' && isObject(event.message)) {
        id = readString(event.message, 'id') || undefined
        model = readString(event.message, 'model')
        usage = toUsageSum(event.message.usage)
      } else if (event.type === 'message_delta') {
        stopReason = readString(event.delta, 'stop_reason') ?? stopReason
        const told = toUsageSum(event.usage)
        usage = usage ? mergeUsage(usage, told) : told
      }
    },
    told: () => ({
      usage,
      ...(model !== undefined && { responseModel: model }),
      ...(id !== undefined && { responseId: id }),
      ...(stopReason !== undefined && { stopReason }),
      ...(requestId !== undefined && { requestId }),
    }),
  }
}
