"""Models made to answer questions about pictures: ViLT chooses an answer, BLIP writes one."""

import threading
from collections.abc import Sequence
from typing import Any

from manyhop.models._protocols import ImageReading
from manyhop.models.hub._checkpoint import Checkpoint, libraries, quietly
from manyhop.models.hub._loading import input_limit, load_model, load_processor
from manyhop.models.hub._pictures import decoded

ANSWERS = 5
LONGEST_ANSWER = 12  # tokens


class HubImageAnswerer:
    """A checkpoint for visual question answering.

    Example: ``open_image_answerer("blip-vqa-base").answer("What colour is it?", png)[0].text``
    """

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._processor = load_processor(checkpoint)
        self._model = load_model(checkpoint, "AutoModelForVisualQuestionAnswering")
        self._longest = input_limit(self._model, self._processor.tokenizer)
        self._turn = threading.Lock()  # tokenizers cannot be shared between threads

    def answer(self, question: str, picture: bytes) -> Sequence[ImageReading]:
        """Answers, likeliest first, with the model's own chances."""
        torch, _ = libraries()
        with self._turn:
            inputs = self._processor(
                images=decoded(picture),
                text=question,
                truncation=True,
                max_length=self._longest,
                return_tensors="pt",
            ).to(self._model.device)
        with torch.inference_mode(), quietly():
            return self._written(inputs) if self._writes() else self._chosen(inputs)

    def _writes(self) -> bool:
        return hasattr(self._model, "text_decoder")

    def _chosen(self, inputs: Any) -> list[ImageReading]:
        """ViLT's answers are labels, each true or not by itself."""
        chances = self._model(**inputs).logits.float().sigmoid()[0]
        best = chances.topk(min(ANSWERS, len(chances)))
        names = self._model.config.id2label
        found = zip(best.values.tolist(), best.indices.tolist(), strict=True)
        return [ImageReading(str(names[number]), chance) for chance, number in found]

    def _written(self, inputs: Any) -> list[ImageReading]:
        """BLIP's answers are texts; a text's chance is that of its tokens, by their mean."""
        output = self._model.generate(
            **inputs,
            num_beams=ANSWERS,
            num_return_sequences=ANSWERS,
            max_new_tokens=LONGEST_ANSWER,
            do_sample=False,
            return_dict_in_generate=True,
            output_scores=True,
        )
        texts = self._processor.batch_decode(output.sequences, skip_special_tokens=True)
        chances = output.sequences_scores.float().exp().clamp(max=1).tolist()
        best: dict[str, float] = {}
        for text, chance in zip(texts, chances, strict=True):
            best[text.strip()] = max(chance, best.get(text.strip(), 0.0))
        likeliest = sorted(best.items(), key=lambda item: -item[1])
        return [ImageReading(text, chance) for text, chance in likeliest if text]
