import type { Answer, AnswerBlock } from '../../simulated-model.ts'

/** Ends an answer before the first stop sequence that its text would say. */
export function cutAtStopSequence(answer: Answer, sequences: readonly string[] | undefined): Answer {
  for (const [index, block] of answer.blocks.entries()) {
    if (block.type !== 'text' || typeof block.text !== 'string') continue
    const found = firstIn(block.text, sequences ?? [])
    if (!found) continue
    const text = block.text.slice(0, found.start).trimEnd()
    const kept: readonly AnswerBlock[] = text === '' ? [] : [{ type: 'text', text }]
    return {
      ...answer,
      blocks: [...answer.blocks.slice(0, index), ...kept],
      stopReason: 'stop_sequence',
      stopSequence: found.sequence,
    }
  }
  return answer
}

function firstIn(
  text: string,
  sequences: readonly string[],
): { readonly start: number; readonly sequence: string } | undefined {
  return sequences
    .map(sequence => ({ sequence, start: sequence === '' ? -1 : text.indexOf(sequence) }))
    .filter(({ start }) => start !== -1)
    .toSorted((one, other) => one.start - other.start)[0]
}
