#!/usr/bin/env node
import { beginProgram } from '@agentmount/server/begin-program';

beginProgram();
// Loaded only now: on an old Node.js it could not be, and its compiled code is kept.
await import('./main.js');
