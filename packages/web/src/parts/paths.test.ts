import { describe, expect, it } from 'vitest'
import { shortenHome, toShownPath } from './shown-path.ts'
import { splitPath } from './split-path.ts'

describe('toShownPath', () => {
  it('leaves out the folder of the session and the way home', () => {
    expect(toShownPath('/home/me/work/src/a.ts', '/home/me/work')).toBe('src/a.ts')
    expect(toShownPath('/home/me/work/src/a.ts', '/home/me/work/')).toBe('src/a.ts')
    expect(toShownPath('/home/me/workshop/a.ts', '/home/me/work')).toBe('~/workshop/a.ts')
    expect(toShownPath('C:\\work\\src\\a.ts', 'C:\\work')).toBe('src/a.ts')
    expect(toShownPath('/etc/hosts', undefined)).toBe('/etc/hosts')
    expect(shortenHome('/Users/me')).toBe('~')
  })
})

describe('splitPath', () => {
  it('names a folder by its last name', () => {
    expect(splitPath('/home/me/app')).toEqual({ folder: '/home/me', name: 'app' })
    expect(splitPath('/home/me/app/')).toEqual({ folder: '/home/me', name: 'app' })
    expect(splitPath('C:\\work\\app').name).toBe('app')
    expect(splitPath('a.ts')).toEqual({ folder: '', name: 'a.ts' })
    expect(splitPath('/').name).toBe('/')
  })
})
