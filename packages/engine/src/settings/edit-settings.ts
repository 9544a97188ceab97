import { isObject, type JsonObject } from '@antiphon/contract'
import { parseTolerantJson, toPlainJson } from '../text/parse-tolerant-json.ts'
import type { ChangedText } from './change-settings-file.ts'

/** The text of a settings file with other fields; a file with comments stays as it is, since they would be lost. */
export function editSettings(text: string, edit: (settings: JsonObject) => JsonObject): ChangedText {
  const parsed = parseTolerantJson(text)
  if ('problem' in parsed) return parsed
  if (!isObject(parsed.value)) return { problem: 'the file holds no object' }
  // It was JSON.
  const before = parsed.value as JsonObject
  const after = edit(before)
  if (JSON.stringify(after) === JSON.stringify(before)) return { text }
  if (toPlainJson(text).trim() !== text.trim())
    return { problem: 'the file has comments or loose commas, which a change would take away' }
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  return { text: `${JSON.stringify(after, null, indent)}\n` }
}
