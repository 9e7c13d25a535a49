import { asksPerson } from './asks-person.js';

asksPerson('acp');
