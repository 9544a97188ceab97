import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTolerantJson } from '../text/parse-tolerant-json.ts'
import { insertRule } from './insert-rule.ts'

const RULE = { list: 'allow', rule: 'Bash(ls:*)' } as const

describe('insertRule', () => {
  it.each([
    ['', '{\n  "permissions": {\n    "allow": [\n      "Bash(ls:*)"\n    ]\n  }\n}\n'],
    [
      '{\n  // mine\n  "model": "m", // why\n}\n',
      '{\n  // mine\n  "model": "m",\n  "permissions": {\n    "allow": [\n      "Bash(ls:*)"\n    ]\n  }, // why\n}\n',
    ],
    [
      '{"permissions": {"deny": ["x"]}}',
      '{"permissions": {"deny": ["x"],\n    "allow": [\n      "Bash(ls:*)"\n    ]}}',
    ],
    [
      '{\n\t"permissions": {\n\t\t"allow": []\n\t}\n}',
      '{\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"Bash(ls:*)"\n\t\t]\n\t}\n}',
    ],
    [
      '{"permissions": {"allow": ["a", /* b */], "x": 1}}',
      '{"permissions": {"allow": ["a",\n      "Bash(ls:*)", /* b */], "x": 1}}',
    ],
  ])('adds to %j', (text, expected) => {
    expect(insertRule(text, RULE)).toEqual({ text: expected })
  })

  it('leaves a text alone that has the rule', () => {
    const text = '{"permissions":{"allow":["Bash(ls:*)",],},}'
    expect(insertRule(text, RULE)).toEqual({ text })
  })

  it.each(['[]', '{"permissions": 3}', '{"permissions": {"allow": "x"}}', '{"a": '])('refuses %j', text => {
    expect(insertRule(text, RULE)).toHaveProperty('problem')
  })

  it('changes nothing but the list, whatever the file holds', () => {
    const list = fc.array(fc.string(), { maxLength: 3 })
    const settings = fc.record(
      {
        model: fc.string(),
        permissions: fc.record({ allow: list, deny: list, defaultMode: fc.string() }, { requiredKeys: [] }),
        hooks: fc.jsonValue(),
        '"\\odd': fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 2, '\t'), fc.string(), (value, indent, rule) => {
        const before = JSON.parse(JSON.stringify(value))
        const after = insertRule(JSON.stringify(value, null, indent), { list: 'allow', rule })
        const allow: string[] = before.permissions?.allow ?? []
        expect('text' in after && parseTolerantJson(after.text)).toEqual({
          value: {
            ...before,
            permissions: { ...before.permissions, allow: allow.includes(rule) ? allow : [...allow, rule] },
          },
        })
      }),
    )
  })
})
