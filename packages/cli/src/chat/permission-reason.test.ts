import { describe, expect, it } from 'vitest'
import { tellReason } from './permission-reason.ts'

describe('tellReason', () => {
  it.each([
    ['it would write /srv/a.md', '它会写入 /srv/a.md'],
    ['it would read /etc/hosts, outside the working folders', '它会读取工作文件夹之外的 /etc/hosts'],
    ['it would fetch from example.com', '它会从 example.com 获取内容'],
    ['no rule allows touch lamp', '没有规则允许 touch lamp'],
    ['it would run outside the sandbox, and no rule allows it', '它会在沙箱之外运行，并且没有规则允许它'],
    ['it would use Weather for Bern', '它会使用 Weather：Bern'],
    ['a hook said so', 'a hook said so'],
    ['it would write $&, outside the working folders', '它会写入工作文件夹之外的 $&'],
  ])('says in Chinese: %s', (reason, chinese) => {
    expect(tellReason(reason, { language: 'zh-CN' })).toBe(chinese)
    expect(tellReason(reason, { language: 'en' })).toBe(reason)
  })
})
