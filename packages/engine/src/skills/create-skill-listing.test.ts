import { createAttachmentMessage, type Message } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import type { SkillListing } from '../tool/session-services.ts'
import { createSkillListing } from './create-skill-listing.ts'
import { findRelevantSkills } from './find-relevant-skills.ts'

const skill = (name: string, description = `About ${name}.`): SkillListing => ({ name, description })

/** What a conversation is told of these. */
function tell(skills: readonly SkillListing[], before: readonly Message[] = []): readonly Message[] {
  const attachment = createSkillListing(skills, before)
  return attachment ? [...before, createAttachmentMessage(attachment)] : before
}

describe('createSkillListing', () => {
  it('lists all at first, then only what has come', () => {
    const first = tell([skill('b'), skill('a')])
    expect(first).toMatchObject([
      { attachment: { type: 'skill_listing', content: '- a: About a.\n- b: About b.', names: ['a', 'b'] } },
    ])
    expect(createSkillListing([skill('a'), skill('b')], first)).toBe(null)
    const second = tell([skill('a'), skill('b'), skill('c')], first)
    expect(second[1]).toMatchObject({ attachment: { type: 'skill_discovery', skills: [{ name: 'c' }] } })
    expect(createSkillListing([skill('a'), skill('c')], second)).toBe(null)
    expect(createSkillListing([], [])).toBe(null)
  })

  it('knows what another program told without names', () => {
    const told = createAttachmentMessage({
      type: 'skill_listing',
      content: '- a: About a.\n- plugin:b: Of a plugin.',
      skillCount: 2,
      isInitial: true,
    })
    expect(createSkillListing([skill('a'), skill('plugin:b')], [told])).toBe(null)
  })

  it.each([30, 100, 300, 1_000])('is bounded: %i skills', count => {
    const skills = Array.from({ length: count }, (_, at) => skill(`skill-${at}`, 'words '.repeat(100)))
    const listing = createSkillListing(skills, [])
    if (listing?.type !== 'skill_listing') throw new Error('no listing')
    expect(listing.content.length).toBeLessThanOrEqual(8_000)
    expect(listing.names).toHaveLength(count)
    expect(createSkillListing(skills, tell(skills))).toBe(null)
  })
})

describe('findRelevantSkills', () => {
  const many = Array.from({ length: 600 }, (_, at) =>
    skill(`skill-${at}-${'x'.repeat(10)}`, `Task of the harbour ${at}`),
  )
  const skills = [...many, skill('zebra', 'Paints zebras'), skill('中文', '整理中文文档')]

  it('finds by rare words what had no room, once', () => {
    const told = tell(skills)
    expect(findRelevantSkills('please paint zebras', skills, told).map(({ name }) => name)).toEqual(['zebra'])
    expect(findRelevantSkills('请整理文档', skills, told).map(({ name }) => name)).toEqual(['中文'])
    expect(findRelevantSkills('the harbour task', skills, told)).toEqual([])
    expect(findRelevantSkills('zebras', [skill('zebra')], tell([skill('zebra')]))).toEqual([])
  })
})
