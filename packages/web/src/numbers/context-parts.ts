import type { ContextAnswer, ContextPart, ContextReport } from '@antiphon/server/protocol'

/** From the bottom of the plot to its top. */
const CONTEXT_PARTS: readonly ContextPart[] = [
  'prompt',
  'system',
  'memory',
  'attachments',
  'user',
  'assistant',
  'calls',
  'results',
  'unexplained',
]

/** The parts that any answer has, in their order. */
export function listUsedParts({ points }: ContextReport): readonly ContextPart[] {
  return CONTEXT_PARTS.filter(part => points.some(({ parts }) => parts[part] > 0))
}

/** Each part has one tone, wherever it is drawn. */
export function toneOfPart(part: ContextPart): number {
  return TONES[part]
}

const TONES: Readonly<Record<ContextPart, number>> = {
  results: 0,
  calls: 1,
  assistant: 2,
  user: 3,
  attachments: 4,
  memory: 5,
  unexplained: 6,
  // Either of them, never both.
  prompt: 7,
  system: 7,
}

/** How much of its window an answer left free. */
export function computeFree({ tokens, maxTokens }: ContextAnswer): number {
  return Math.max(0, maxTokens - tokens)
}
