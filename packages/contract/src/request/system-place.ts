const DIRECTIVE_ONLY = 'the directive-only form (content: [] with output_config) is accepted at any position'

/** The API's answer to a system message that follows neither the user nor a server tool's result. */
export function systemPlaceMessage(index: number): string {
  const rule = "must follow a 'user' message or an 'assistant' message ending in a server tool result"
  return `messages.${index}: role 'system' ${rule}; ${DIRECTIVE_ONLY}`
}

/** The API's answer to a system message that the user's next message follows. */
export function systemFollowedMessage(index: number): string {
  return `messages.${index}: role 'system' must precede an 'assistant' message or end the array; ${DIRECTIVE_ONLY}`
}

/** The API's answer to a system message that opens the conversation. */
export function systemFirstMessage(index: number): string {
  return `messages.${index}: use the top-level 'system' parameter for the initial system prompt; ${DIRECTIVE_ONLY}`
}
