import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import config from '../../vitest.config.ts'
import { LANES } from './lanes.mjs'
import { LONG_FILES } from './longest-first.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

describe('the lanes of `npm test`', () => {
  it('run every project once', () => {
    const projects = config.test?.projects?.map(project =>
      typeof project === 'object' && 'test' in project ? project.test?.name : project,
    )
    expect(projects).toHaveLength(5)
    expect(LANES.flatMap(lane => lane.projects).sort()).toEqual(projects?.sort())
  })

  it('check format and types', () => {
    expect(LANES.flatMap(lane => lane.checks.map(([command]) => command))).toEqual(['biome', 'tsc'])
  })

  it('begin with files that are there', () => {
    expect(LONG_FILES.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
  })
})
