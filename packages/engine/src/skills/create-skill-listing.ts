import { createHash } from 'node:crypto'
import { relative, resolve, sep } from 'node:path'
import { isObject } from '@antiphon/contract'
import {
  type Attachment,
  createAttachmentMessage,
  isAttachmentMessage,
  type Message,
  type SkillDiscoveryAttachment,
  type SkillListingAttachment,
} from '@antiphon/core'
import type { AfterCall } from '../query/query-context.ts'
import type { SkillLibrary, SkillListing } from '../tool/session-services.ts'

/**
 * What the model was not told of its skills: all of them at first, later those that have come. What was told is read
 * from the conversation, so that it comes again behind a compaction and not after a resume.
 */
export function createSkillListing(
  skills: readonly SkillListing[],
  messages: readonly Message[],
): Attachment | null {
  if (skills.length === 0) return null
  const told = readToldSkills(messages)
  if (told === null) return listAll(skills)
  const added = skills.filter(({ name }) => !told.known.has(name)).slice(0, MOST_ADDED)
  return added.length === 0 ? null : createSkillDiscovery(added, 'added')
}

/** Skills that the model learns of on the way, and why. */
export function createSkillDiscovery(
  skills: readonly SkillListing[],
  signal: 'added' | 'folder' | 'prompt',
  source?: string,
): SkillDiscoveryAttachment {
  return {
    type: 'skill_discovery',
    skills: skills.map(({ name, description }) => ({
      name,
      description: cut(description, LENGTHS[0]),
      shortId: digest(name).slice(0, 8),
    })),
    signal,
    ...(source !== undefined && { source }),
  }
}

/** `names` are all of them, `content` is what fits: with shorter descriptions, with none, and then not all. */
function listAll(skills: readonly SkillListing[]): SkillListingAttachment {
  const sorted = skills.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const length = LENGTHS.find(tried => sizeOf(sorted, tried) <= MAX_LISTING) ?? 0
  const lines: string[] = []
  let size = 0
  for (const skill of sorted) {
    const line = toLine(skill, length)
    size += line.length + 1
    if (size > MAX_LISTING) break
    lines.push(line)
  }
  return {
    type: 'skill_listing',
    content: lines.join('\n'),
    skillCount: sorted.length,
    isInitial: true,
    names: sorted.map(({ name }) => name),
    digests: sorted.map(({ name, description }) => digest(`${name}\n${description}`)),
  }
}

/** About two thousand tokens. */
const MAX_LISTING = 8_000
const LENGTHS = [250, 120, 60, 0] as const
const MOST_ADDED = 20

function sizeOf(skills: readonly SkillListing[], length: number): number {
  return skills.reduce((sum, skill) => sum + toLine(skill, length).length + 1, 0)
}

function toLine({ name, description }: SkillListing, length: number): string {
  const words = cut(description, length)
  return words === '' ? `- ${name}` : `- ${name}: ${words}`
}

function cut(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (length === 0) return ''
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** What a conversation says of skills. */
type ToldSkills = {
  /** Those that were there when it was told. */
  readonly known: ReadonlySet<string>
  /** Those whose descriptions the model has read. */
  readonly described: ReadonlySet<string>
}

/** Reads it; null where nothing was told. The log may have been written by another program. */
export function readToldSkills(messages: readonly Message[]): ToldSkills | null {
  const [known, described] = [new Set<string>(), new Set<string>()]
  let isTold = false
  for (const message of messages) {
    if (!isAttachmentMessage(message)) continue
    const { attachment } = message
    if (attachment.type === 'skill_listing') {
      isTold = true
      for (const name of Array.isArray(attachment.names) ? attachment.names : []) known.add(String(name))
      for (const [, name = '', words] of String(attachment.content ?? '').matchAll(LINES)) {
        known.add(name)
        if (words !== undefined) described.add(name)
      }
    } else if (attachment.type === 'skill_discovery' && Array.isArray(attachment.skills))
      for (const skill of attachment.skills) {
        if (!isObject(skill) || typeof skill.name !== 'string') continue
        known.add(skill.name)
        described.add(skill.name)
      }
  }
  return isTold || known.size > 0 ? { known, described } : null
}

/** A name may hold a colon; what stands behind one and a blank describes it. */
const LINES = /^- (.+?)(?:: (.*))?$/gm

type TellSkillsOptions = {
  readonly skills: SkillLibrary
  readonly cwd: string
  readonly mayRead: (path: string) => boolean
}

/** Where a call touched a file whose folder has skills of its own, they are told behind its result. */
export function tellSkillsOfFolders({ skills, cwd, mayRead }: TellSkillsOptions): AfterCall {
  return async ({ input, isError }) => {
    const named = input.file_path ?? input.notebook_path
    if (isError || typeof named !== 'string') return { messages: [] }
    const file = resolve(cwd, named)
    // A skill that was just written is told with the news of the next request.
    if (file.includes(`${sep}.claude${sep}skills${sep}`)) await skills.refresh().catch(() => undefined)
    const entered = await skills.enter(file, mayRead).catch(() => [])
    const messages = entered.flatMap(({ path, skills }): readonly Message[] => [
      createAttachmentMessage({
        type: 'dynamic_skill',
        skillDir: path,
        skillNames: skills.map(({ name }) => name),
        displayPath: relative(cwd, path),
      }),
      createAttachmentMessage(
        createSkillDiscovery(skills.slice(0, MOST_TOLD), 'folder', relative(cwd, path)),
      ),
    ])
    return { messages }
  }
}

const MOST_TOLD = 50
