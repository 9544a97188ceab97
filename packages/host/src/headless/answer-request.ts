import type { JsonObject } from '@antiphon/contract'
import { stripControl } from '@antiphon/core/ui'
import { type ControlResponseEvent, createUnsupportedRequestResponse } from '@antiphon/core/wire'
import { CONTROLS } from './controls/index.ts'
import type { HeadlessSession } from './headless-session.ts'
import type { Host } from './host.ts'
import type { HostRequest } from './host-frame.ts'

type RequestToAnswer = {
  readonly requestId: string
  readonly request: HostRequest
  /** Asked only for what needs a session. */
  readonly open: () => Promise<HeadlessSession>
  /** Aborted when nobody waits for the answer any more; it is given all the same. */
  readonly signal: AbortSignal
}

/** The answer to a question of the host: always one, and never a throw. */
export async function answerRequest(asked: RequestToAnswer): Promise<ControlResponseEvent> {
  const { requestId, request, open, signal } = asked
  const control = Object.hasOwn(CONTROLS, request.subtype) ? CONTROLS[request.subtype] : undefined
  if (!control) return createUnsupportedRequestResponse(requestId, stripControl(request.subtype))
  try {
    const opened = open()
    const answered = opened.then(session => {
      // What was called off while the session opened must not be done.
      signal.throwIfAborted()
      return control(session, request, signal)
    })
    const response: JsonObject = await Promise.race([answered, whenCalledOff(signal)])
    return {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: requestId,
        response,
        ...(request.subtype === 'initialize' && listPending((await opened).host)),
      },
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return {
      type: 'control_response',
      response: { subtype: 'error', request_id: requestId, error: stripControl(message) },
    }
  }
}

/** Not every control looks at its signal. What is nearly done has a moment to tell what came of it: that has happened. */
function whenCalledOff(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = (): void => reject(new Error('The question was called off.'))
    const callOff = (): void => void setTimeout(giveUp, LAST_WORD_MS)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', callOff, { once: true })
  })
}

const LAST_WORD_MS = 1_000

/** What a host that begins, or begins again, has to answer yet. */
function listPending(host: Host): {
  readonly pending_permission_requests: readonly JsonObject[]
  readonly pending_user_dialog_requests: readonly JsonObject[]
} {
  return {
    // A question is JSON.
    pending_permission_requests: host.pending('can_use_tool') as unknown as readonly JsonObject[],
    pending_user_dialog_requests: [],
  }
}
