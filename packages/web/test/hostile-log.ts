import { HOSTILE_PAYLOADS } from './hostile-payloads.ts'
import { createLog } from './make-sessions.ts'

/** The word by which each hostile text is found. */
export const HOSTILE_WORDS: readonly string[] = HOSTILE_PAYLOADS.map((_, index) => `word${index}end`)

/** A log with every hostile text wherever a text can stand. */
export function createHostileLog(): ReturnType<typeof createLog> {
  const log = createLog('hostile')
  HOSTILE_PAYLOADS.forEach((payload, index) => {
    log.say(payload)
    log.answer({ type: 'text', text: payload })
    log.answer({ type: 'thinking', thinking: payload, signature: '' })
    const input = { command: payload, file_path: payload, [payload.slice(0, 50)]: payload }
    log.answer({ type: 'tool_use', id: `t${index}`, name: index % 2 ? 'Bash' : payload.slice(0, 80), input })
    log.result(`t${index}`, payload, { stdout: payload, stderr: payload })
    log.add({ type: 'system', subtype: payload.slice(0, 60), content: payload, level: 'warning' })
  })
  return log
}
