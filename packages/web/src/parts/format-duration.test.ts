import { describe, expect, it } from 'vitest'
import { formatDuration, formatRunning } from './format-duration.ts'

const TIMES = [350, 4200, 185_000, 7_800_000]

describe('formatDuration', () => {
  it('speaks the language of the page', () => {
    expect(TIMES.map(time => formatDuration(time, 'en'))).toEqual([
      '350 ms',
      '4.2 s',
      '3 min 5 s',
      '2 h 10 min',
    ])
    expect(TIMES.map(time => formatDuration(time, 'zh-CN'))).toEqual([
      '350 毫秒',
      '4.2 秒',
      '3 分 5 秒',
      '2 小时 10 分钟',
    ])
  })
})

describe('formatRunning', () => {
  it('counts whole seconds and says nothing of nought', () => {
    const times = [-5, 900, 4900, 180_000, 185_000, 7_200_000]
    expect(times.map(time => formatRunning(time, 'en'))).toEqual([
      '1 s',
      '1 s',
      '4 s',
      '3 min',
      '3 min 5 s',
      '2 h',
    ])
    expect(times.map(time => formatRunning(time, 'zh-CN')).slice(2)).toEqual([
      '4 秒',
      '3 分钟',
      '3 分 5 秒',
      '2 小时',
    ])
  })
})
