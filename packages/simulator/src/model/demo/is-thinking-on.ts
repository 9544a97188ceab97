import { type ApiRequest, modelFacts } from '@antiphon/contract'

/** Whether an answer to this request may think: it was asked to, or the model does so by itself. */
export function isThinkingOn({ thinking, model }: ApiRequest, isBetweenTools: boolean): boolean {
  switch (thinking?.type) {
    case 'enabled':
    case 'adaptive':
      return true
    case 'between_tools':
      return isBetweenTools
    case 'disabled':
      return false
    default:
      return modelFacts(model).thinkingDefault !== 'off'
  }
}
