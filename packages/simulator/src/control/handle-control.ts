import type { EndpointCall } from '../endpoint-call.ts'
import { parseFaultRule } from '../faults/parse-fault-rule.ts'
import { readBody } from '../http/read-body.ts'
import { sendJson } from '../http/send.ts'

/** Where a program steers a running simulator: its requests, its faults, its clock. */
export const CONTROL_PATH = '/_simulator/'

/** `GET|DELETE requests`, `POST|DELETE faults`, `GET|POST clock` below the control path. */
export async function handleControl(call: EndpointCall): Promise<void> {
  const { state, request, response } = call
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator')
  const route = `${request.method} ${pathname.slice(CONTROL_PATH.length)}`
  switch (route) {
    case 'GET requests': {
      const since = Number(searchParams.get('since') ?? 0)
      sendJson(response, 200, { requests: state.log.all().filter(({ number }) => number >= since) })
      return
    }
    case 'DELETE requests':
      state.log.clear()
      break
    case 'POST faults': {
      const parsed = parseFaultRule(await readJson(call))
      if ('problem' in parsed) {
        sendJson(response, 400, { problem: parsed.problem })
        return
      }
      state.faults.add(parsed.rule)
      break
    }
    case 'DELETE faults':
      state.faults.clear()
      break
    case 'POST clock': {
      const body = await readJson(call)
      const milliseconds =
        typeof body === 'object' && body !== null && 'advance' in body ? body.advance : undefined
      if (typeof milliseconds !== 'number') {
        sendJson(response, 400, { problem: 'say how far: {"advance": milliseconds}' })
        return
      }
      state.clock.advance(milliseconds)
      break
    }
    case 'GET clock':
      break
    default:
      sendJson(response, 404, {
        problem: `${route} is nothing here; there are GET and DELETE requests, POST and DELETE faults, GET and POST clock`,
      })
      return
  }
  sendJson(response, 200, { now: new Date(state.clock.now()).toISOString() })
}

const MAX_BYTES = 1_000_000

/** Undefined for what is no JSON; the route says what it wants instead. */
async function readJson({ request }: EndpointCall): Promise<unknown> {
  const body = await readBody(request, MAX_BYTES)
  try {
    return body.ok ? JSON.parse(Buffer.from(body.value).toString('utf8')) : undefined
  } catch {
    return undefined
  }
}
