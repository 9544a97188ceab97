import { isObject } from '@antiphon/contract'
import type { Fault, FaultRule } from './fault.ts'

/** A fault rule from JSON or from the short form of the command line, or what is wrong with it. */
export function parseFaultRule(value: unknown): { readonly rule: FaultRule } | { readonly problem: string } {
  if (!isObject(value))
    return { problem: 'a fault rule is an object: {"fault": {"kind": "error", "status": 529}}' }
  const fault = parseFault(value.fault)
  if ('problem' in fault) return fault
  for (const field of ['after', 'times', 'probability'])
    if (value[field] !== undefined && !isCount(value[field]))
      return { problem: `${field} must be a number of at least 0` }
  if (value.model !== undefined && typeof value.model !== 'string') return { problem: 'model must be a text' }
  // Every field was looked at.
  return { rule: { ...value, fault: fault.fault } as FaultRule }
}

/** `529`, `cut-stream=100`, `refusal`: a fault as one types it. */
export function parseShortFault(text: string): { readonly fault: Fault } | { readonly problem: string } {
  const [name = '', argument] = text.split('=', 2)
  if (/^[45]\d\d$/.test(name)) return { fault: { kind: 'error', status: Number(name) } }
  const field = FAULT_FIELDS[name]
  if (field === undefined)
    return {
      problem: `no fault is called ${name}; there are 4xx and 5xx, ${Object.keys(FAULT_FIELDS).join(', ')}`,
    }
  if (field === null) return parseFault({ kind: name })
  const number = Number(argument ?? DEFAULTS[field])
  return parseFault({ kind: name, [field]: number })
}

function parseFault(value: unknown): { readonly fault: Fault } | { readonly problem: string } {
  if (!isObject(value) || typeof value.kind !== 'string')
    return { problem: 'fault must be an object with a kind' }
  const { kind } = value
  if (kind === 'error')
    return Number.isInteger(value.status) && Number(value.status) >= 400 && Number(value.status) <= 599
      ? { fault: value as Fault }
      : { problem: 'the status of an error is a number from 400 to 599' }
  const field = FAULT_FIELDS[kind]
  if (field === undefined)
    return {
      problem: `no fault is of kind ${kind}; there are error, ${Object.keys(FAULT_FIELDS).join(', ')}`,
    }
  if (field !== null && !isCount(value[field]))
    return { problem: `${kind} needs ${field}, a number of at least 0` }
  // The kind is known and its field is a number.
  return { fault: value as Fault }
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0
}

type FaultField = 'milliseconds' | 'afterBytes' | 'afterEvents' | null

const FIELDS: Readonly<Record<Exclude<Fault['kind'], 'error'>, FaultField>> = {
  timeout: 'milliseconds',
  'slow-stream': 'milliseconds',
  'cut-stream': 'afterBytes',
  'error-event': 'afterEvents',
  'malformed-event': 'afterEvents',
  'duplicate-message-start': null,
  refusal: null,
  'max-tokens-in-call': null,
  'pause-turn': null,
}

/** The number that each kind needs, null if it needs none; nothing for a kind that does not exist. */
const FAULT_FIELDS: Readonly<Record<string, FaultField | undefined>> = Object.assign(
  Object.create(null),
  FIELDS,
)

const DEFAULTS = { milliseconds: 1000, afterBytes: 500, afterEvents: 4 }
