import { oneLine, stripControl } from '@antiphon/core/ui'
import { cutText } from '../text/cut-text.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

/**
 * A server's words as a model and people may read them: no escape sequences, no characters that only a model sees, and
 * no tags with which we ourselves speak to the model.
 */
export function cleanServerText(text: string): string {
  return stripControl(text).replace(INVISIBLE, '').replace(OUR_TAG, '&lt;')
}

/** The same, cut to a length. */
export function boundServerText(text: string, maxCodePoints: number = MCP_LIMITS.description): string {
  return cleanServerText(cutText(text, maxCodePoints))
}

/** The same in one line, which cannot look like a line of ours. */
export function toServerLine(text: string, maxCodePoints: number = MCP_LIMITS.line): string {
  return cleanServerText(oneLine(text, maxCodePoints))
}

/** Tags spell whole sentences that nobody sees; the others carry bits between letters. An emoji needs its joiner and selector. */
const INVISIBLE = /[\u{e0000}-\u{e0fff}\u200b\u2060-\u2065\ufeff\u180e\ufff9-\ufffb]/gu

const OUR_TAG = /<(?=\/?\s*(?:system-reminder|function_calls|function_results|antml:))/gi
