import { isObject } from '@antiphon/contract'
import { readArray, readString } from '../message/read-field.ts'
import type { NormalizedMessage } from '../ui/normalize-messages.ts'
import { type ToolStatus, toolStatus } from '../ui/tool-status.ts'
import { getContentBlocks } from './get-content-blocks.ts'
import type { WireEvent } from './wire-event.ts'

/** How a call ended, by the event that carries its result: the same judgement as of a stored result. */
export function wireToolStatus(event: WireEvent, block: object): ToolStatus {
  const fields: Readonly<Record<string, unknown>> = isObject(event) ? event : {}
  const id = readString(block, 'tool_use_id')
  const meta = readArray(event, 'tool_result_meta').find(item => readString(item, 'id') === id)
  const isAlone = getContentBlocks(event).length === 1
  const result = {
    type: 'user',
    message: { role: 'user', content: [block] },
    // What a tool gave back stands once in an event; with several results nobody knows whose it is.
    ...(isAlone && { toolUseResult: fields.tool_use_result }),
    ...(isObject(meta) && { permissionDecision: meta.permission_decision }),
  }
  // It only reads these fields, and each with care.
  return toolStatus(result as unknown as NormalizedMessage, true)
}
