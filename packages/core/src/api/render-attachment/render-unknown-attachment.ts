import { isObject } from '@antiphon/contract'
import { cutCodePoints } from '../note.ts'
import { textOf } from './read-field.ts'
import { stableJson } from './stable-json.ts'

const MAX_JSON_CODE_POINTS = 4000

/** What is said of an attachment that no renderer can read: its kind and its JSON, cut to a bounded size. */
export function renderUnknownAttachment(attachment: unknown): string {
  const kind = isObject(attachment) ? textOf(attachment.type) : ''
  const name = kind === '' ? 'no kind' : `the kind ${JSON.stringify(cutCodePoints(kind, 100))}`
  return `An attachment of ${name}:\n${cutCodePoints(stableJson(attachment), MAX_JSON_CODE_POINTS)}`
}
