import { type ApiRequest, findNewestModel, modelFacts } from '@antiphon/contract'
import { buildApiRequest, createApiView, createUserMessage } from '@antiphon/core'
import type { Provider } from '../provider/provider.ts'
import { readAnswerText } from '../provider/read-answer-text.ts'

/** Who does the small jobs. */
export type SmallModel = {
  readonly provider: Provider
  /** The newest small model unless told. */
  readonly model?: string
  /** Milliseconds after which nobody waits any longer. */
  readonly timeout?: number
}

type SmallQuestion = {
  readonly system: string
  readonly prompt: string
  readonly maxTokens: number
  readonly signal: AbortSignal
}

/** Asks a small model one question of its own, outside the conversation and its cache; null where no answer comes. */
export async function askSmallModel(
  { provider, model = SMALL_MODEL, timeout = DEFAULT_TIMEOUT }: SmallModel,
  { system, prompt, maxTokens, signal }: SmallQuestion,
): Promise<string | null> {
  const request = toRequest({ system, prompt, maxTokens, target: { model, platform: provider.platform } })
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  try {
    const { text } = await readAnswerText(provider.stream(request, { signal: limit }))
    return text === '' ? null : text
  } catch {
    // Small jobs are a comfort: whatever goes wrong, the session goes on without.
    return null
  }
}

const DEFAULT_TIMEOUT = 15_000

function toRequest({
  system,
  prompt,
  maxTokens,
  target,
}: Omit<SmallQuestion, 'signal'> & {
  readonly target: { readonly model: string; readonly platform: Provider['platform'] }
}): ApiRequest {
  const view = createApiView([], target)
  view.append(createUserMessage({ content: prompt }))
  const request = buildApiRequest(view.messages(), { ...target, system, maxTokens, cache: false })
  const { thinkingTypes, thinkingDefault } = modelFacts(target.model)
  // One line needs no thought, which would use up the tokens of the answer.
  const isQuiet = thinkingDefault === 'off' || !thinkingTypes.includes('disabled')
  return isQuiet ? request : { ...request, thinking: { type: 'disabled' } }
}

/** The newest small model that is known: quick and cheap, for one-line jobs beside the conversation. */
export const SMALL_MODEL: string = findNewestModel('haiku')
