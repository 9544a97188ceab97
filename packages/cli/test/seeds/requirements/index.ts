import type { Requirement } from './requirement-row.ts'
import { SEED_000 } from './seed-000.ts'
import { SEED_000_CONTEXT } from './seed-000-context.ts'
import { SEED_001 } from './seed-001.ts'
import { SEED_002 } from './seed-002.ts'
import { SEED_003_FLOW } from './seed-003-flow.ts'
import { SEED_003_KINDS } from './seed-003-kinds.ts'
import { SEED_003_MESSAGES } from './seed-003-messages.ts'
import { SEED_003_SYSTEM } from './seed-003-system.ts'
import { SEED_004_LOG } from './seed-004-log.ts'
import { SEED_004_MESSAGES } from './seed-004-messages.ts'

export type { Requirement } from './requirement-row.ts'

/** Every requirement of the five seeds, in their order. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...SEED_000,
  ...SEED_000_CONTEXT,
  ...SEED_001,
  ...SEED_002,
  ...SEED_003_MESSAGES,
  ...SEED_003_SYSTEM,
  ...SEED_003_KINDS,
  ...SEED_003_FLOW,
  ...SEED_004_MESSAGES,
  ...SEED_004_LOG,
]

/** What each seed is about. */
export const SEED_TITLES: Readonly<Record<string, string>> = {
  '000': 'message types and data model',
  '001': 'normalizeMessagesForAPI',
  '002': 'stream-json events',
  '003': 'the message system, lesson 8',
  '004': 'the message system, chapter 5',
}
