#!/usr/bin/env node
require('../bundle/start.js')
