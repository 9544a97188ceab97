import { describe, expect, it } from 'vitest'
import { describeContent } from './describe-content.ts'

describe('describeContent', () => {
  it.each([
    [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d), 'a PNG image'],
    [Uint8Array.of(1, 2, 0, 3), 'binary data'],
    ['{\n  "name": "x"\n}', 'a JSON object over several lines (JSON Lines has one object a line)'],
    ['[\n  {"type": "user"}\n]', 'a JSON array (JSON Lines has one object a line)'],
    ['[2026-11-14 08:00] started', 'plain text'],
    ['<!DOCTYPE html><html>', 'HTML'],
    ['<?xml version="1.0"?>', 'XML'],
    ['#!/bin/sh\n', 'a script'],
    ['# Notes\n', 'Markdown'],
    ['Dear harbour master,', 'plain text'],
  ])('recognises %j', (head, name) => {
    expect(describeContent(typeof head === 'string' ? new TextEncoder().encode(head) : head)).toBe(name)
  })
})
