/** What of a session is not as it was once another program goes on with it: nothing is left out in silence. */
export type SessionLoss = {
  readonly rule: SessionLossRule
  readonly action: SessionLossAction
  /** The message; null for what is none. */
  readonly uuid: string | null
  readonly detail: string
}

/**
 * `dropped`: it is in the original alone. `carried`: it is in the new file, and no model reads it. `replaced`: something
 * readable stands in its place. `added`: it is not in the original.
 */
export type SessionLossAction = 'dropped' | 'carried' | 'replaced' | 'added'

export type SessionLossRule =
  | 'thinking'
  | 'result-form'
  | 'model'
  | 'missing-result'
  | 'attachment'
  | 'usage'
  | 'unknown-line'
  | 'damaged-line'
  | 'folder'
  | 'mended'
  | 'beside'

/** Everything that can get lost, in a sentence each. */
export const SESSION_LOSS_RULES: Readonly<Record<SessionLossRule, string>> = {
  thinking: 'What a model thought without a signature of this API cannot be sent again.',
  'result-form':
    'What a tool returned is stored in a form that the other program does not show; its text is read.',
  model: 'The original does not say which model answered.',
  'missing-result': 'A call has no result, and the API takes none without.',
  attachment: 'The other program does not know this kind of attachment: its text stands there instead.',
  usage: 'Tokens that stand apart from messages are counted with the original.',
  'unknown-line': 'No reader knows what this line of the original means.',
  'damaged-line': 'The line cannot be read.',
  folder: 'It is gone on with in another folder than it worked in.',
  mended: 'The API would have refused it as it was.',
  beside: 'What is no part of the conversation any more could not be kept beside it once that was mended.',
}

/** Takes each loss as it happens. */
export type ReportSessionLoss = (loss: SessionLoss) => void
