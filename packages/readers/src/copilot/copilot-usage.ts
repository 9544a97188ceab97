import type { JsonObject } from '@antiphon/contract'
import type { EntryUsage } from '../entries/entry-writer.ts'
import { readCount, readObject } from '../json/fields.ts'

/** The totals that were counted, by model. */
export type CountedModels = Record<string, { input: number; output: number; read: number; written: number }>

export type ShutdownUsage = { readonly id: string; readonly model: string; readonly usage: EntryUsage }

/**
 * What a shutdown adds. Its metrics are those of the whole session, all that was resumed included: what an earlier one
 * told is taken off. Cache is inside of its input.
 */
export function countShutdown(data: JsonObject, counted: CountedModels): readonly ShutdownUsage[] {
  const added: ShutdownUsage[] = []
  for (const [model, metrics] of Object.entries(readObject(data, 'modelMetrics'))) {
    const usage = readObject(metrics, 'usage')
    const now = {
      input: readCount(usage, 'inputTokens'),
      output: readCount(usage, 'outputTokens'),
      read: readCount(usage, 'cacheReadTokens'),
      written: readCount(usage, 'cacheWriteTokens'),
    }
    const { [model]: known = NOTHING } = counted
    // Lower numbers than before are those of a program that began to count anew.
    const base = now.input < known.input ? NOTHING : known
    counted[model] = now
    const read = Math.max(0, now.read - base.read)
    const written = Math.max(0, now.written - base.written)
    const input = Math.max(0, now.input - base.input - read - written)
    const output = Math.max(0, now.output - base.output)
    if (input + output + read + written === 0) continue
    added.push({
      id: `${model}_${now.input}_${now.output}`,
      model,
      usage: {
        input_tokens: input,
        cache_creation_input_tokens: written,
        cache_read_input_tokens: read,
        output_tokens: output,
      },
    })
  }
  return added
}

const NOTHING = { input: 0, output: 0, read: 0, written: 0 }

/** Notes what one answer told of its output, so that the end of the program does not tell it again. */
export function noteOutput(counted: CountedModels, model: string, output: number): void {
  const { [model]: known = NOTHING } = counted
  counted[model] = { ...known, output: known.output + output }
}

/** The usage of an answer of which only the output is told. */
export function toOutputUsage(output: number): EntryUsage {
  return {
    input_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: output,
  }
}
