import type { MendRequest } from './doctor-backend.ts'
import type { EntryRequest, FollowRequest, LogRequest, PageRequest, SearchQuestion } from './log-backend.ts'
import type { ModelPlace, ModelRequest, TraceRequest } from './model-backend.ts'
import type { NumbersGroup, NumbersQuestion, NumbersStack, ReferencesQuestion } from './numbers-backend.ts'
import type { BranchPlaceRequest } from './outline.ts'
import {
  type Misread,
  misread,
  type ReadField,
  type ReadQuestion,
  readFields,
  readOptionalPosition,
  readOptionalTextField,
  readPosition,
  readTextField,
} from './read-question.ts'

/** Nothing is asked but the route itself. */
export type NoQuestion = Readonly<Record<never, never>>

export const readNothing: ReadQuestion<NoQuestion> = readFields({})

export const readToken: ReadQuestion<{ readonly token: string }> = readFields({ token: readTextField })

export const readSession: ReadQuestion<{ readonly session: string }> = readFields({ session: readTextField })

const LOG = { session: readTextField, agentId: readOptionalTextField }

/** A log, and nothing of it in particular. */
export const readLogRequest: ReadQuestion<LogRequest> = readFields(LOG)

export const readPageRequest: ReadQuestion<PageRequest> = readFields({
  ...LOG,
  before: readOptionalPosition,
  after: readOptionalPosition,
})

export const readEntryRequest: ReadQuestion<EntryRequest> = readFields({ ...LOG, seq: readPosition })

/** From the beginning unless told. */
export const readFollowRequest: ReadQuestion<FollowRequest> = readFields({
  ...LOG,
  from: value => readOptionalPosition(value) ?? 0,
})

export const readBranchPlaceRequest: ReadQuestion<BranchPlaceRequest> = readFields({
  session: readTextField,
  leafUuid: value => readTextField(value).slice(0, MAX_UUID_UNITS),
  // The end of the log unless told.
  before: value => readOptionalPosition(value) ?? Number.MAX_SAFE_INTEGER,
})

/** What is looked for in one log. */
export const readFindQuestion: ReadQuestion<{ readonly session: string; readonly q: string }> = readFields({
  session: readTextField,
  q: readQuery,
})

export const readSearchQuestion: ReadQuestion<SearchQuestion> = readFields({
  q: readQuery,
  limit(value) {
    const limit = readOptionalPosition(value)
    return typeof limit === 'number' ? limit : undefined
  },
})

const PLACE = {
  ...LOG,
  seq: readOptionalPosition,
  uuid: readOptionalTextField,
  without: readOptionalTextField,
  order: readOptionalTextField,
}

export const readModelPlace: ReadQuestion<ModelPlace> = readFields(PLACE)

export const readModelRequest: ReadQuestion<ModelRequest> = readFields({
  ...PLACE,
  before: readOptionalPosition,
})

export const readTraceRequest: ReadQuestion<TraceRequest> = readFields({ ...LOG, tool: readTextField })

export const readMendRequest: ReadQuestion<MendRequest> = readFields({
  session: readNamed,
  agentId: value => (value === undefined ? undefined : readNamed(value)),
  fingerprint: readNamed,
})

const PERIOD = {
  since: readDay,
  until: readDay,
  project(value: unknown): string | undefined | Misread {
    const project = readOptionalTextField(value)
    return (project?.length ?? 0) > MAX_PROJECT_UNITS ? misread('That project has too long a name.') : project
  },
  session: readOptionalTextField,
  timezone: readOptionalTextField,
}

export const readReferencesQuestion: ReadQuestion<ReferencesQuestion> = readFields(PERIOD)

const GROUPS: readonly NumbersGroup[] = ['day', 'week', 'month', 'project', 'model', 'session', 'tool']
const STACKS: readonly NumbersStack[] = ['model', 'project', 'none']
const NO_GROUP = `Ask by one of ${GROUPS.join(', ')}, with a stack of ${STACKS.join(', ')}.`

export const readNumbersQuestion: ReadQuestion<NumbersQuestion> = readFields({
  by: readOneOf(GROUPS, 'day'),
  stack: readOneOf(STACKS, 'model'),
  ...PERIOD,
})

const MAX_QUERY_UNITS = 1000
const MAX_PROJECT_UNITS = 4096
const MAX_UUID_UNITS = 200

function readQuery(value: unknown): string {
  return readTextField(value).slice(0, MAX_QUERY_UNITS)
}

function readNamed(value: unknown): string | Misread {
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
