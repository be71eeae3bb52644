import { answerTasks } from '#server/process/run-in-child.ts';
import { drawPdf, type Sheet, type Step } from './draw-pdf.ts';

answerTasks(({ sheet, steps }: { sheet: Sheet; steps: Step[] }) => drawPdf(sheet, steps));
