import type { ApiRequest } from '@antiphon/contract'
import { type Checked, refuse } from './refusal.ts'

/** The request in a body, or why it is none (ENV-03). */
export function parseRequest(bytes: Uint8Array): Checked<ApiRequest> {
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    return notJson('the body is not valid UTF-8')
  }
  try {
    // Whatever JSON it is, the contract judges it.
    return { ok: true, value: JSON.parse(text) as ApiRequest }
  } catch (error) {
    return notJson(error instanceof Error ? error.message : 'unreadable')
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function notJson(detail: string): Checked<never> {
  const message = `The request body is not valid JSON: ${detail}`
  return refuse({
    status: 400,
    errorType: 'invalid_request_error',
    message,
    rule: 'ENV-03',
    isInvented: true,
  })
}
