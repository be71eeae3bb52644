import type { Endpoint } from '#contract/endpoint.ts';
import { monthlyStatement, statementMonth } from './monthly-statement.ts';

/** The calls about a customer's monthly statements. */
export const statementEndpoints = {
  showMonthlyStatement: {
    method: 'GET',
    path: '/api/statements/:month',
    may: 'customer',
    summary: 'Show everything I paid and bought in a month, with the balance before and after',
    params: statementMonth,
    status: 200,
    answer: monthlyStatement,
  },
  printMonthlyStatement: {
    method: 'GET',
    path: '/api/statements/:month/pdf',
    may: 'customer',
    summary: 'Download what I paid and bought in a month as a PDF',
    params: statementMonth,
    status: 200,
    answer: { bytes: 'application/pdf' },
  },
} as const satisfies Record<string, Endpoint>;
