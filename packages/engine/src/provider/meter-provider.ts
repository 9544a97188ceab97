import type { ModelStreamEvent } from '@antiphon/core'
import type { UsageLedger } from '@antiphon/core/usage'
import type { Provider } from './provider.ts'

/**
 * Writes down what every answer of a provider uses, whoever asks: the conversation, its subagents, compactions, small
 * jobs. What `modelUsage` and the cost of a `result` event grow by.
 */
export function meterProvider(provider: Provider, ledger: UsageLedger): Provider {
  return {
    platform: provider.platform,
    name: provider.name,
    async *stream(request, options) {
      const watch = createUsageWatch(ledger)
      for await (const event of provider.stream(request, options)) {
        watch(event)
        yield event
      }
    },
  }
}

/** Reads usage from one stream of events; several streams at once need a watch each. */
export function createUsageWatch(ledger: UsageLedger): (event: ModelStreamEvent) => void {
  let open = { id: '', model: '' }
  return event => {
    if (event.type === 'message_start') {
      const { id, model, usage } = event.message
      // Some servers give no id; their answers are still different ones.
      open = { id: id || `unnamed-${ledger.answers().length}`, model }
      ledger.add({ ...open, usage })
    } else if (event.type === 'message_delta' && open.id !== '') ledger.add({ ...open, usage: event.usage })
  }
}
