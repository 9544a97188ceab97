import type { HitOrder } from '@antiphon/search'
import type { LogRequest } from './log-protocol.ts'
import type { ModelPlace } from './model-protocol.ts'
import type { NumbersGroup, NumbersStack, ReferencesQuestion } from './numbers-protocol.ts'
import {
  type FieldReaders,
  type Misread,
  misread,
  type ReadField,
  readOptionalPosition,
  readOptionalTextField,
  readTextField,
} from './read-question.ts'
import { SHARE_FORMATS, type ShareFormat } from './share-protocol.ts'

/** A log, and nothing of it in particular. */
export const LOG: FieldReaders<LogRequest> = { session: readTextField, agentId: readOptionalTextField }

/** A message of a log, and how its request is to be made. */
export const PLACE: FieldReaders<ModelPlace> = {
  ...LOG,
  seq: readOptionalPosition,
  uuid: readOptionalTextField,
  without: readOptionalTextField,
  order: readOptionalTextField,
}

/** Some time, and of what. */
export const PERIOD: FieldReaders<ReferencesQuestion> = {
  since: readDay,
  until: readDay,
  project(value) {
    const project = readOptionalTextField(value)
    return (project?.length ?? 0) > MAX_PROJECT_UNITS ? misread('That project has too long a name.') : project
  },
  session: readOptionalTextField,
  timezone: readOptionalTextField,
}

const GROUPS: readonly NumbersGroup[] = ['day', 'week', 'month', 'project', 'model', 'session', 'tool']
const STACKS: readonly NumbersStack[] = ['model', 'project', 'session', 'tool', 'none']
const NO_GROUP = `Ask by one of ${GROUPS.join(', ')}, with a stack of ${STACKS.join(', ')}.`
const MAX_PROJECT_UNITS = 4096
const MAX_QUERY_UNITS = 1000

export const readGroup: ReadField<NumbersGroup> = readOneOf(GROUPS, 'day')
export const readStack: ReadField<NumbersStack> = readOneOf(STACKS, 'model')

/** The best first unless the newest are asked for. */
export function readHitOrder(value: unknown): HitOrder {
  return value === 'newest' ? 'newest' : 'best'
}

/** The words of a search, as many as anybody types. */
export function readQuery(value: unknown): string {
  return readTextField(value).slice(0, MAX_QUERY_UNITS)
}

/** A number where there is one; nobody is told of another. */
export function readLimit(value: unknown): number | undefined {
  const limit = readOptionalPosition(value)
  return typeof limit === 'number' ? limit : undefined
}

/** What a repair has to name. */
export function readNamed(value: unknown): string | Misread {
  if (typeof value === 'string') return value
  return misread('Name a session and the fingerprint of its report, as JSON.')
}

function readDay(value: unknown): string | undefined | Misread {
  const day = readOptionalTextField(value)
  if (day === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)))) return day
  return misread('A day is written as 2026-11-15.')
}

function readOneOf<T>(known: readonly T[], otherwise: T): ReadField<T> {
  return value => (value === undefined ? otherwise : (known.find(one => one === value) ?? misread(NO_GROUP)))
}

/** A form in which a session is handed on. */
export function readShareFormat(value: unknown): ShareFormat | Misread {
  return (
    SHARE_FORMATS.find(format => format === value) ?? misread(`Ask for one of ${SHARE_FORMATS.join(', ')}.`)
  )
}

/** A position, the first where none is told. */
export function fromTheFirst(value: unknown): number | Misread {
  return readOptionalPosition(value) ?? 0
}
