import { lookupTable } from './lookup-table.ts'

/** What the API demands of a `tool_use` id, and of the id in its result. */
export const TOOL_USE_ID_PATTERN: RegExp = /^[a-zA-Z0-9_-]+$/

/** What the API demands of the id of a call that it carried out itself. */
export const SERVER_TOOL_USE_ID_PATTERN: RegExp = /^srvtoolu_[a-zA-Z0-9_]+$/

/** The result block that answers a call of each server tool, in the same assistant message. */
export const SERVER_TOOL_RESULT_OF: Readonly<Record<string, string>> = lookupTable({
  web_search: 'web_search_tool_result',
  web_fetch: 'web_fetch_tool_result',
  code_execution: 'code_execution_tool_result',
  bash_code_execution: 'bash_code_execution_tool_result',
  text_editor_code_execution: 'text_editor_code_execution_tool_result',
  tool_search_tool_regex: 'tool_search_tool_result',
  tool_search_tool_bm25: 'tool_search_tool_result',
  advisor: 'advisor_tool_result',
})

/** Every name that a `server_tool_use` may have; `advisor` only with its beta. */
export const SERVER_TOOL_NAMES: readonly string[] = Object.keys(SERVER_TOOL_RESULT_OF)

/** The image formats that the API decodes. */
export const IMAGE_MEDIA_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** True for an address that the API fetches: `https` only, and whole (brokk-app#2269, with a request id). */
export function isFetchedUrl(url: unknown): url is string {
  return typeof url === 'string' && /^https:\/\/[^\s/]/i.test(url)
}

/** True for text without a visible character: blank for JavaScript or for Python, as either may judge it. */
export function isBlank(text: string): boolean {
  return !beginsVisibly(text) && !VISIBLE.test(text)
}

/** Almost every text does, which spares it the expression; a caller may hold something else than the text it claims. */
function beginsVisibly(text: unknown): boolean {
  const first = typeof text === 'string' ? text.charCodeAt(0) : 0
  return first > 0x20 && first < 0x7f
}

/** True for text that UTF-8 cannot carry: half of a surrogate pair stands alone. */
export function hasLoneSurrogate(text: string): boolean {
  // ES2024's own check is many times faster than an expression; every runtime of these days has it.
  return text.isWellFormed ? !text.isWellFormed() : LONE_SURROGATE.test(text)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Python strips these four separators, JavaScript does not
const VISIBLE = /[^\s\u001c-\u001f\u0085]/

// With the `u` flag a pair is one character, so that only halves are left to match.
const LONE_SURROGATE = /\p{Surrogate}/u
