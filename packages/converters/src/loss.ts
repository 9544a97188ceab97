/** What a converter could not say in the other side's words, or said in other words: nothing is left out in silence. */
export type ConversionLoss = {
  readonly rule: LossRule
  readonly action: LossAction
  /** Position of the message in what was given. */
  readonly index: number
  /** The message's own id; null where it has none. */
  readonly uuid: string | null
  /** Position of the block, part or item in that message; null where the message itself is meant. */
  readonly block: number | null
  readonly detail: string
}

/**
 * `dropped`: it is not there. `replaced`: something readable stands in its place. `trimmed`: it is there without some of
 * its fields. `moved`: it is there, at another place. `carried`: the other side does not read it, but gives it back.
 */
export type LossAction = 'dropped' | 'replaced' | 'trimmed' | 'moved' | 'carried'

/** Why something got lost. */
export type LossRule =
  | 'damaged'
  | 'no-voice'
  | 'envelope'
  | 'system-turn'
  | 'block-kind'
  | 'block-field'
  | 'thinking'
  | 'media'
  | 'tool-input'
  | 'tool-error'
  | 'orphan-result'
  | 'order'

/** Everything that can get lost, in a sentence each. */
export const LOSS_RULES: Readonly<Record<LossRule, string>> = {
  damaged: 'It is no message of its format.',
  'no-voice': 'Nobody said it to anybody: the other side has only messages of somebody.',
  envelope: 'What stands beside role and content (uuid, time, model, usage and the like) has no place there.',
  'system-turn': 'The other side has no system turn in the middle of a conversation.',
  'block-kind': 'The other side has no such block.',
  'block-field': 'The other side has no such field.',
  thinking: 'What a model thought is bound to its provider: the other side would refuse it.',
  media: 'The other side cannot hold this source of an image or document, or not at this place.',
  'tool-input': 'The other side takes an object as the input of a call.',
  'tool-error': 'The other side does not say of a result whether it is an error.',
  'orphan-result': 'A result without its call has no place there.',
  order: 'The other side keeps it at another place.',
}

/** Which message is being converted. */
export type LossPlace = { readonly index: number; readonly uuid: string | null }

export type LossDetails = Pick<ConversionLoss, 'rule' | 'action' | 'detail'> & { readonly block?: number }

/** Takes each loss as it happens. */
export type ReportLoss = (place: LossPlace, loss: LossDetails) => void

/** What conversions give: the other side's messages, and what of ours they do not hold. */
export type Conversion<T> = { readonly messages: T[]; readonly losses: readonly ConversionLoss[] }

/** Runs a conversion and gathers what it reports. */
export function withLosses<T>(convert: (report: ReportLoss) => T[]): Conversion<T> {
  const losses: ConversionLoss[] = []
  const messages = convert(({ index, uuid }, { block = null, ...loss }) => {
    losses.push({ ...loss, index, uuid, block })
  })
  return { messages, losses }
}
